import type { GeoPoint } from '@portage/contract/addresses/address';

export interface FsaCorrection {
  readonly city: string;
  readonly location: GeoPoint;
}

/** FSAs that `zipcodes` 8.0.0 lacks or misplaces, at their principal town. */
export const FSA_CORRECTIONS: Readonly<Record<string, FsaCorrection>> = {
  // Without coordinates.
  V0N: { city: 'Sechelt', location: { lat: 49.4742, lng: -123.7545 } },
  E1H: { city: 'Lakeville', location: { lat: 46.1506, lng: -64.66 } },
  E2E: { city: 'Rothesay', location: { lat: 45.4165, lng: -65.99 } },
  E2H: { city: 'Saint John', location: { lat: 45.3481, lng: -66.01 } },
  E3C: { city: 'Fredericton', location: { lat: 45.9356, lng: -66.69 } },
  K0C: { city: 'Alexandria', location: { lat: 45.312, lng: -74.6366 } },
  K0H: { city: 'Sydenham', location: { lat: 44.411, lng: -76.599 } },
  K0K: { city: 'Picton', location: { lat: 44.0079, lng: -77.1396 } },
  P0M: { city: 'Chelmsford', location: { lat: 46.5802, lng: -81.1951 } },
  // With coordinates of somewhere else.
  B4R: { city: 'Coldbrook', location: { lat: 45.0668, lng: -64.5926 } },
  H0M: { city: 'Akwesasne', location: { lat: 45.0061, lng: -74.6517 } },
  M5V: { city: 'Toronto', location: { lat: 43.6404, lng: -79.3995 } },
  // Newer than the package.
  G3B: { city: 'Lac-Beauport', location: { lat: 46.9596, lng: -71.287 } },
  G3N: { city: 'Sainte-Catherine-de-la-Jacques-Cartier', location: { lat: 46.851, lng: -71.621 } },
  J5C: { city: 'Sainte-Catherine', location: { lat: 45.4001, lng: -73.5804 } },
  L7K: { city: 'Caledon', location: { lat: 43.8652, lng: -79.9927 } },
  L9E: { city: 'Milton', location: { lat: 43.4837, lng: -79.834 } },
  T3S: { city: 'Calgary', location: { lat: 50.887, lng: -113.94 } },
  T8T: { city: 'St. Albert', location: { lat: 53.642, lng: -113.66 } },
  V3Z: { city: 'Surrey', location: { lat: 49.0466, lng: -122.757 } },
  V8E: { city: 'Whistler', location: { lat: 50.1163, lng: -122.9574 } },
};

/** Canada Post's for letters to Santa Claus. */
export const UNDELIVERABLE_FSA = 'H0H';
