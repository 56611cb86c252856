import type { Address, GeoPoint } from '@portage/contract/address';
import type { PlaceSuggestion } from '@portage/contract/places';
import { Country, normalizePostalCode } from '@portage/contract/postal-code';
import { z } from 'zod';
import { PROVINCE_BY_NAME } from './data/provinces.ts';
import { foldText } from './fold-text.ts';
import { MAX_SUGGESTIONS } from './places.ts';
import { askPlaces, type PlacesNetwork, type PlacesProvider } from './places-provider.ts';

/** What Photon answers: GeoJSON with the tags of OpenStreetMap, of which any may be missing. */
const Photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        countrycode: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
      }),
    }),
  ),
});
type Feature = z.infer<typeof Photon>['features'][number];

/** What Nominatim answers with `format=jsonv2`; its numbers are texts. */
const Nominatim = z.array(z.object({ lat: z.coerce.number(), lon: z.coerce.number() }));

/** Where the services are: the operator's own, or public ones within their usage policies. */
export interface OsmAddresses {
  photon: string;
  /** Undefined where Photon finds points, too. */
  nominatim: string | undefined;
}

/** North America, which is all that a carrier in Canada and the US needs. */
const BOUNDING_BOX = '-170,18,-50,84';

function suggestionOf({ properties }: Feature): PlaceSuggestion | undefined {
  const { countrycode, housenumber, name, state = '', postcode } = properties;
  const country = Country.safeParse(countrycode?.toUpperCase()).data;
  const province = PROVINCE_BY_NAME[foldText(state)];
  if (!country || !province) return undefined;
  const street = [housenumber, properties.street ?? name].filter(Boolean).join(' ');
  const city = properties.city ?? name;
  const postalCode = postcode === undefined ? undefined : normalizePostalCode(postcode);
  const region = [province, postalCode].filter(Boolean).join(' ');
  return {
    label: [...new Set([street, city, region])].filter(Boolean).join(', '),
    address: {
      ...((housenumber ?? properties.street) !== undefined && { street }),
      ...(city !== undefined && { city }),
      province,
      ...(postalCode !== undefined && { postalCode }),
      country,
    },
  };
}

/** OpenStreetMap: Photon completes what is typed, and Nominatim (or Photon) finds points. */
export function osmPlaces(addresses: OsmAddresses, network: PlacesNetwork): PlacesProvider {
  const below = (base: string, path: string) =>
    new URL(path, base.endsWith('/') ? base : `${base}/`);

  async function askPhoton(text: string, limit: number): Promise<Feature[]> {
    const url = below(addresses.photon, 'api');
    url.search = new URLSearchParams({
      q: text,
      limit: String(limit),
      bbox: BOUNDING_BOX,
    }).toString();
    return (await askPlaces(network, url, Photon)).features;
  }

  async function askNominatim(base: string, address: Address): Promise<GeoPoint | undefined> {
    const { street, city, province, postalCode, country } = address;
    const url = below(base, 'search');
    url.search = new URLSearchParams({
      format: 'jsonv2',
      limit: '1',
      countrycodes: country.toLowerCase(),
      street,
      city,
      state: province,
      postalcode: postalCode,
    }).toString();
    const [first] = await askPlaces(network, url, Nominatim);
    return first && { lat: first.lat, lng: first.lon };
  }

  return {
    suggest: async (text) =>
      (await askPhoton(text, MAX_SUGGESTIONS))
        .map(suggestionOf)
        .filter((suggestion) => suggestion !== undefined),
    // Suggestions come with their addresses.
    find: async () => undefined,
    async pointOf(address) {
      if (addresses.nominatim !== undefined) return askNominatim(addresses.nominatim, address);
      const { street, city, province, postalCode, country } = address;
      const found = await askPhoton(`${street}, ${city}, ${province} ${postalCode}, ${country}`, 1);
      const [lng, lat] = found[0]?.geometry.coordinates ?? [];
      // Without a house number Photon found a street or a town at best.
      const isHouse = found[0]?.properties.housenumber !== undefined;
      return isHouse && lat !== undefined && lng !== undefined ? { lat, lng } : undefined;
    },
  };
}
