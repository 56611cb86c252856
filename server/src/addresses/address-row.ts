import { createHash } from 'node:crypto';
import type { NewSavedAddress, SavedAddress } from '@portage/contract/addresses/addresses';
import { foldForSearch } from '@portage/contract/fold-for-search';

/** What is stored of a saved recipient beside its key and its times. */
export interface AddressRow {
  /** The same recipient at the same address has the same fingerprint, and is kept once. */
  fingerprint: Buffer;
  /** The text that searches compare. */
  search: string;
  /** The name without case, accents, spaces and punctuation, at its postal code. */
  nameKey: string;
  /** The phone number at its postal code; null without a phone. */
  phoneKey: string | null;
  document: string;
}

/** The columns that follow from a saved recipient. */
export function addressRowOf(saved: SavedAddress): AddressRow {
  const { recipient, address } = saved;
  const { street, unit = '', city, postalCode } = address;
  const { name, email = '', phone = '' } = recipient;
  return {
    fingerprint: fingerprintOf(saved),
    search: foldForSearch([name, email, phone, street, unit, city, postalCode].join(' ')),
    nameKey: `${foldForSearch(name).replace(/[^\p{L}\p{N}]/gu, '')}|${postalCode}`,
    phoneKey: phone === '' ? null : `${phone}|${postalCode}`,
    document: JSON.stringify(saved),
  };
}

/** Tells one saved recipient from another, whatever they were typed in. */
function fingerprintOf({ recipient, address }: NewSavedAddress): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([recipient, address]))
    .digest();
}
