import { lookup } from 'node:dns/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  type Address,
  type GeoPoint,
  Country,
  normalizePostalCode,
} from '@portage/contract/addresses/address';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import type { Clock } from '../clock.ts';
import type { Env } from '../env.ts';
import { type Internet, publicInternet } from '../outgoing/public-address.ts';
import { embeddedPlaces } from './embedded-places.ts';
import { foldText } from './place-index.ts';
import { type Places, MAX_SUGGESTIONS } from './places.ts';
import {
  PLACES_TIMEOUT,
  askPlaces,
  PlacesFailed,
  type PlacesNetwork,
  type PlacesProvider,
  providedPlaces,
} from './provided-places.ts';
import { provinceByName } from './suggest-places.ts';

/** GeoJSON with OpenStreetMap tags, any of which may be missing. */
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

/** `format=jsonv2`; its numbers are strings. */
const Nominatim = z.array(z.object({ lat: z.coerce.number(), lon: z.coerce.number() }));

/** The operator's own services, or public ones within their usage policies. */
interface OsmAddresses {
  photon: string;
  /** Undefined when Photon also finds points. */
  nominatim: string | undefined;
}

/** North America. */
const BOUNDING_BOX = '-170,18,-50,84';

function suggestionOf({ properties }: Feature): PlaceSuggestion | undefined {
  const { countrycode, housenumber, name, state = '', postcode } = properties;
  const country = Country.safeParse(countrycode?.toUpperCase()).data;
  const province = provinceByName.get(foldText(state));
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

/** Photon completes addresses; Nominatim or Photon locates them. */
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
    // Suggestions include their addresses.
    find: async () => undefined,
    async pointOf(address) {
      if (addresses.nominatim !== undefined) return askNominatim(addresses.nominatim, address);
      const { street, city, province, postalCode, country } = address;
      const found = await askPhoton(`${street}, ${city}, ${province} ${postalCode}, ${country}`, 1);
      const [lng, lat] = found[0]?.geometry.coordinates ?? [];
      // Without a house number, Photon found a street or a town.
      const isHouse = found[0]?.properties.housenumber !== undefined;
      return isHouse && lat !== undefined && lng !== undefined ? { lat, lng } : undefined;
    },
  };
}

/** Places API (New), as its field mask requests. */
const Autocompletion = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({ placeId: z.string(), text: z.object({ text: z.string() }) })
          .optional(),
      }),
    )
    .optional(),
});

const PlaceDetails = z.object({
  formattedAddress: z.string().optional(),
  addressComponents: z.array(
    z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) }),
  ),
});

const Geocoding = z.object({
  status: z.string(),
  results: z.array(
    z.object({
      geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
    }),
  ),
});

/** Tests replace them. */
interface GoogleAddresses {
  places: string;
  geocoding: string;
}

const GOOGLE: GoogleAddresses = {
  places: 'https://places.googleapis.com/v1/',
  geocoding: 'https://maps.googleapis.com/maps/api/geocode/json',
};

type Details = z.infer<typeof PlaceDetails>;

/** Component types are Google's. */
function addressOf({ addressComponents }: Details): PlaceSuggestion['address'] {
  const part = (type: string, form: 'longText' | 'shortText' = 'longText') =>
    addressComponents.find(({ types }) => types.includes(type))?.[form];
  const street = [part('street_number'), part('route', 'shortText')].filter(Boolean).join(' ');
  const city = part('locality') ?? part('postal_town') ?? part('sublocality');
  const province = part('administrative_area_level_1', 'shortText');
  const postalCode = part('postal_code');
  const country = Country.safeParse(part('country', 'shortText')).data;
  return {
    ...(street && { street }),
    ...(city !== undefined && { city }),
    ...(province !== undefined && { province }),
    ...(postalCode !== undefined && { postalCode: normalizePostalCode(postalCode) }),
    ...(country && { country }),
  };
}

/** 400 or 404 to a malformed or retired id is no failure of Google. */
const isUnknownPlace = (error: unknown): boolean =>
  error instanceof PlacesFailed && (error.status === 400 || error.status === 404);

/** Places API (New) with session tokens, and Geocoding API. The key stays here. */
export function googlePlaces(
  key: string,
  network: PlacesNetwork,
  addresses: GoogleAddresses = GOOGLE,
): PlacesProvider {
  const headers = (fields: string) => ({
    'content-type': 'application/json',
    'x-goog-api-key': key,
    'x-goog-fieldmask': fields,
  });

  return {
    async suggest(text, session) {
      const { suggestions = [] } = await askPlaces(
        network,
        new URL('./places:autocomplete', addresses.places),
        Autocompletion,
        {
          method: 'POST',
          headers: headers(
            'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
          ),
          body: JSON.stringify({
            input: text,
            includedRegionCodes: ['ca', 'us'],
            ...(session !== undefined && { sessionToken: session }),
          }),
        },
      );
      return suggestions
        .flatMap(({ placePrediction }) => placePrediction ?? [])
        .slice(0, MAX_SUGGESTIONS)
        .map(({ placeId, text: { text: label } }) => ({ label, placeId, address: {} }));
    },

    async find(placeId, session) {
      const url = new URL(`places/${encodeURIComponent(placeId)}`, addresses.places);
      if (session !== undefined) url.searchParams.set('sessionToken', session);
      const details = await askPlaces(network, url, PlaceDetails, {
        headers: headers('formattedAddress,addressComponents'),
      }).catch((error: unknown) => {
        if (isUnknownPlace(error)) return undefined;
        throw error;
      });
      if (!details) return undefined;
      const address = addressOf(details);
      if (address.country === undefined) return undefined;
      return { label: details.formattedAddress ?? '', address };
    },

    async pointOf({ street, city, province, postalCode, country }: Address) {
      const url = new URL(addresses.geocoding);
      url.searchParams.set('address', `${street}, ${city}, ${province} ${postalCode}`);
      url.searchParams.set('components', `country:${country}|postal_code:${postalCode}`);
      url.searchParams.set('key', key);
      const { status, results } = await askPlaces(network, url, Geocoding);
      if (status === 'ZERO_RESULTS') return undefined;
      // Quota, key and internal errors have status 200.
      if (status !== 'OK') throw new PlacesFailed(status);
      return results[0]?.geometry.location;
    },
  };
}

/** The operator's services may be on a private network. */
const operatorsInternet: Internet = {
  async addressesOf(name) {
    const found = await lookup(name, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  },
  mayReach: () => true,
};

/** Embedded ones, alone or below a service. */
export function openPlaces(settings: Env['places'], deps: { clock: Clock; log: Logger }): Places {
  const embedded = embeddedPlaces();
  if (settings.provider === 'embedded') return embedded;
  const timeout = PLACES_TIMEOUT;
  const provider =
    settings.provider === 'google'
      ? googlePlaces(settings.key, { internet: publicInternet, timeout })
      : osmPlaces(settings, { internet: operatorsInternet, timeout });
  return providedPlaces(provider, embedded, deps);
}
