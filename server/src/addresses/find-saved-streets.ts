import { SavedAddress } from '@portage/contract/addresses/addresses';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import type { Executor } from '../db/database.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';
import { listSavedAddresses } from './address-queries.ts';

/** How many streets of the address book stand before other places. */
const MOST_STREETS = 3;

/** Below this a text is in too many addresses. */
const FEWEST_CHARACTERS = 3;

/** The streets of a merchant's own saved recipients that match a typed address line, newest first. */
export async function findSavedStreets(
  db: Executor,
  merchantId: string,
  text: string,
): Promise<PlaceSuggestion[]> {
  const folded = foldForSearch(text);
  if (folded.length < FEWEST_CHARACTERS) return [];
  const words = folded.split(/[ ,]+/).filter(Boolean);
  // More rows than streets: several recipients may live in one house.
  const page = { words, limit: MOST_STREETS * 4, after: undefined };
  const rows = await listSavedAddresses(db, merchantId, page);
  const suggestions = rows.map(({ document }): [string, PlaceSuggestion] => {
    const { address } = SavedAddress.parse(JSON.parse(document));
    const { number, street, city, province, postalCode, country } = address;
    const line = [number, street].filter(Boolean).join(' ');
    const label = `${line}, ${city}, ${province} ${postalCode}`;
    return [label, { label, address: { street: line, city, province, postalCode, country } }];
  });
  // A name that matches is no street.
  const streets = suggestions.filter(([label]) =>
    words.every((word) => foldForSearch(label).includes(word)),
  );
  return [...new Map(streets).values()].slice(0, MOST_STREETS);
}
