import {
  Address,
  type GeoPoint,
  countryOfPostalCode,
  provinceOfPostalCode,
} from '@portage/contract/addresses/address';
import type { AddressMistake } from '@portage/contract/orders/attention';
import { foldText, PlaceIndex } from './place-index.ts';
import type { Places } from './places.ts';
import { readAddress } from './read-address.ts';
import type { PostalPlace } from './read-postal-places.ts';
import { suggestPlaces } from './suggest-places.ts';

/** Kilometres. */
export const MOST_KILOMETRES = 1.5;

const KILOMETRES_PER_DEGREE = 111.32;

/** Moves a point up to 1.5 km, by the text alone, so that addresses of one FSA do not overlap. */
function spreadPoint(centroid: GeoPoint, text: string): GeoPoint {
  const hash = hashOf(text);
  const angle = ((hash & 0xffff) / 0x10000) * 2 * Math.PI;
  const distance = Math.sqrt((hash >>> 16) / 0x10000) * MOST_KILOMETRES;
  const kilometresPerLongitude = KILOMETRES_PER_DEGREE * Math.cos((centroid.lat * Math.PI) / 180);
  return {
    lat: rounded(centroid.lat + (distance * Math.sin(angle)) / KILOMETRES_PER_DEGREE),
    lng: rounded(centroid.lng + (distance * Math.cos(angle)) / kilometresPerLongitude),
  };
}

/** FNV-1a, 32 bits: stable across machines and versions. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** Knows no streets. Canadian points are within 1.5 km of the FSA's centroid, US up to 3 km off. */
export function embeddedPlaces(): Places {
  const index = new PlaceIndex();
  return {
    locate: async (address) => locate(address, index),
    findMistake: (address) => findMistake(address, index),
    suggest: async (text) => suggestPlaces(text, index),
    read: (text) => readAddress(text, index),
    find: async () => undefined,
  };
}

function locate(given: Address, index: PlaceIndex): Address | undefined {
  const { data: address } = Address.safeParse(given);
  const place = address && index.find(address.postalCode);
  if (!place || !agrees(address, place)) return undefined;
  const city = index.cities.named(address.city, address.province).at(0)?.name ?? address.city;
  return { ...address, city, location: locationOf(address, place) };
}

function findMistake(address: Address, index: PlaceIndex): AddressMistake | undefined {
  const { city, province, postalCode } = address;
  if (locate(address, index)) return { part: 'street' };
  if (index.cities.named(city, province).length > 0) {
    return { part: 'postalCode', correction: codeOfCity(address, index) };
  }
  const actual = provinceOfPostalCode(postalCode) ?? province;
  const isInActual = index.cities.named(city, actual).length > 0;
  return isInActual && locate({ ...address, province: actual }, index)
    ? { part: 'province', correction: actual }
    : undefined;
}

const FIRST_LETTERS = 'ABCEGHJKLMNPRSTVXY'.split('');

/** Undefined for none or several with another first letter. */
function codeOfCity({ city, province, postalCode }: Address, index: PlaceIndex) {
  const named = foldText(city);
  const [code, ...others] = FIRST_LETTERS.map((letter) => letter + postalCode.slice(1)).filter(
    (one) => {
      const place = index.find(one);
      return (
        place?.province === province &&
        [place.city, place.localName].some((name) => foldText(name) === named)
      );
    },
  );
  return others.length === 0 ? code : undefined;
}

/** The federal government's FSA spans the Ottawa River. */
const TWO_PROVINCES: Readonly<Record<string, readonly string[]>> = { K1A: ['ON', 'QC'] };

/** The postal code lies in the address's country and province. */
function agrees({ country, province, postalCode }: Address, place: PostalPlace): boolean {
  const provinces = TWO_PROVINCES[place.code] ?? [place.province];
  return (
    country === place.country &&
    countryOfPostalCode(postalCode) === place.country &&
    provinces.includes(province)
  );
}

function locationOf({ postalCode, street }: Address, { country, location }: PostalPlace) {
  return country === 'CA' ? spreadPoint(location, `${postalCode} ${foldText(street)}`) : location;
}
