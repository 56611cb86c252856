import { Address } from '@portage/contract/address';
import { countryOfPostalCode } from '@portage/contract/postal-code';
import { foldText } from './fold-text.ts';
import { PlaceIndex } from './place-index.ts';
import type { Places } from './places.ts';
import type { PostalPlace } from './read-postal-places.ts';
import { readAddress } from './read-address.ts';
import { spreadPoint } from './spread-point.ts';
import { suggestPlaces } from './suggest-places.ts';

/**
 * The places that ship with the npm package `zipcodes`: nothing is asked of the network. It knows
 * FSAs and ZIP codes, not streets, so a Canadian address lies within 1.5 km of the middle of its FSA
 * (`spreadPoint`) and a US address in the middle of its ZIP code; the package has some of these
 * middles 2 or 3 km out. Good for zones and a rough map, not for finding a door. The index is built
 * here, at the start (0.2 s), so that no call waits for it.
 */
export function embeddedPlaces(): Places {
  const index = new PlaceIndex();
  return {
    locate: async (address) => locate(address, index),
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

/** The Government of Canada's FSA has offices on both sides of the Ottawa River. */
const TWO_PROVINCES: Readonly<Record<string, readonly string[]>> = { K1A: ['ON', 'QC'] };

/** Whether country and province of an address are those its postal code lies in. */
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
