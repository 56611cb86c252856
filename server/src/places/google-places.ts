import type { Address } from '@portage/contract/address';
import type { PlaceSuggestion } from '@portage/contract/places';
import { Country, normalizePostalCode } from '@portage/contract/postal-code';
import { z } from 'zod';
import { MAX_SUGGESTIONS } from './places.ts';
import {
  askPlaces,
  PlacesFailed,
  type PlacesNetwork,
  type PlacesProvider,
} from './places-provider.ts';

/** Places API (New): what an autocompletion answers, as far as the field mask asks for it. */
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

/** Where the two APIs are; tests name others. */
export interface GoogleAddresses {
  places: string;
  geocoding: string;
}

const GOOGLE: GoogleAddresses = {
  places: 'https://places.googleapis.com/v1/',
  geocoding: 'https://maps.googleapis.com/maps/api/geocode/json',
};

type Details = z.infer<typeof PlaceDetails>;

/** An address of the details of a place: the kinds of components are Google's. */
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

/** Google answers 400 or 404 to a place id that is malformed or no longer known: no fault of the service. */
const isUnknownPlace = (error: unknown): boolean =>
  error instanceof PlacesFailed && (error.status === 400 || error.status === 404);

/**
 * Google Maps Platform: Places API (New) for suggestions, with session tokens, and the Geocoding API
 * for points. The key stays here; a suggestion is found by its place id once it is picked.
 */
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
      // Quota, a wrong key and faults of Google's come with 200.
      if (status !== 'OK') throw new PlacesFailed(status);
      return results[0]?.geometry.location;
    },
  };
}
