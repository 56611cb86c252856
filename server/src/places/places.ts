import type { Address } from '@portage/contract/addresses/address';
import type { AddressMistake } from '@portage/contract/orders/attention';
import type { PlaceSuggestion, ReadAddress } from '@portage/contract/addresses/places';

/** The most places a search answers with. */
export const MAX_SUGGESTIONS = 8;

/** Who searches; `session` is the same for all calls of one search, from typing to picking. */
interface PlaceSearch {
  merchantId: string;
  session: string | undefined;
}

/** Finds places in Canada and the United States: one interface, a provider a file. */
export interface Places {
  /**
   * The address with its `location`, and its city as the place itself spells it where that is
   * certain. Undefined when there is no such place, also when the postal code lies in another
   * province or country than the address says: a carrier sorts by the code, so one of the two is
   * wrong and a guess would send the parcel astray.
   */
  locate(address: Address): Promise<Address | undefined>;

  /**
   * The wrong part of an address whose postal code lies in another province: the postal code where
   * city and province agree, else the province. A correction is an address that `locate` finds.
   */
  findMistake(address: Address): AddressMistake | undefined;

  /** Places that complete a typed address line, best first, at most `MAX_SUGGESTIONS`. */
  suggest(text: string, search: PlaceSearch): Promise<PlaceSuggestion[]>;

  /** The parts of a pasted address, by the embedded places. */
  read(text: string): ReadAddress;

  /** The address of a suggestion that came with a `placeId`; undefined when it is not found. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}
