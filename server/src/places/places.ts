import type { Address, GeoPoint } from '@portage/contract/addresses/address';
import type { PlaceSuggestion, ReadAddress } from '@portage/contract/addresses/places';
import type { AddressMistake } from '@portage/contract/orders/attention';

export const MAX_SUGGESTIONS = 8;

/** `session` groups the calls from typing to picking. */
interface PlaceSearch {
  merchantId: string;
  session: string | undefined;
}

/** In Canada and the United States; one file per provider. */
export interface Places {
  /** Adds `location` and city. Undefined for contradictions: a guess could misdirect the parcel. */
  locate(address: Address): Promise<Address | undefined>;

  /** Finds the wrong part; `locate` finds its correction. */
  findMistake(address: Address): AddressMistake | undefined;

  /** Best first, at most `MAX_SUGGESTIONS`. */
  suggest(text: string, search: PlaceSearch): Promise<PlaceSuggestion[]>;

  /** Splits a pasted address, with the embedded places. */
  read(text: string): ReadAddress;

  /** Resolves a `placeId`; undefined when not found. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}

const EARTH_RADIUS = 6371;

/** Haversine. */
export function kilometresBetween(one: GeoPoint, other: GeoPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.lat, other.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lng, other.lng);
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(chord));
}
