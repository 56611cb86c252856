import type { Address } from '@portage/contract/addresses/address';
import type { AddressMistake } from '@portage/contract/orders/attention';
import type { PlaceSuggestion, ReadAddress } from '@portage/contract/addresses/places';

export const MAX_SUGGESTIONS = 8;

/** The searching user; `session` groups the calls from typing to picking. */
interface PlaceSearch {
  merchantId: string;
  session: string | undefined;
}

/** Finds places in Canada and the United States; one file per provider. */
export interface Places {
  /**
   * Returns the address with its `location`, and its city in the place's own spelling. Undefined
   * when there is no such place, or when the postal code contradicts the province or country: a
   * carrier sorts by the code, so a guess could send the parcel astray.
   */
  locate(address: Address): Promise<Address | undefined>;

  /**
   * Suggests corrections of an address whose postal code lies in another province: of the postal
   * code when city and province agree, else of the province. `locate` finds each corrected
   * address.
   */
  findMistake(address: Address): AddressMistake | undefined;

  /** Completes an address line, best first, at most `MAX_SUGGESTIONS`. */
  suggest(text: string, search: PlaceSearch): Promise<PlaceSuggestion[]>;

  /** Splits a pasted address into parts, with the embedded places. */
  read(text: string): ReadAddress;

  /** Resolves a suggestion that has a `placeId`; undefined when not found. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}
