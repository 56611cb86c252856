import { foldForSearch } from '../fold-for-search.ts';
import type { LastingParts } from './lasting-parts.ts';

/**
 * All that an order is found by (product decision: id, tracking number, reference, the recipient's
 * name, e-mail, phone and address, the merchant's custom fields, of which one is the shop order's
 * number), folded. A space comes before each word, the first included; postal codes have none.
 */
export function orderSearchText(order: LastingParts): string {
  const { recipient, recipientAddress } = order;
  const parts = [
    order.id,
    order.trackingNumber,
    order.refNumber,
    recipient.name,
    recipient.email,
    recipient.phone?.replace('+', ''),
    recipientAddress.street,
    recipientAddress.city,
    recipientAddress.postalCode.replace(' ', ''),
    ...order.customFields.map(({ value }) => value),
  ];
  return parts.map((part) => ` ${foldForSearch(part ?? '')}`).join('');
}

/** Signs with which people write phone numbers. */
const PHONE_SIGNS = /[+().-]/g;

/** A word that was typed, in each of the forms in which it may be stored. */
export type SearchWord = readonly [string, ...string[]];

/** The words of what was typed. A phone number also counts without its signs. */
export function searchWordsOf(typed: string): SearchWord[] {
  return foldForSearch(typed)
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const digits = word.replace(PHONE_SIGNS, '');
      return digits !== word && /^\d{3,}$/.test(digits) ? [word, digits] : [word];
    });
}

/** From this length a word is found anywhere in a text; a shorter one only begins a word. */
export const FOUND_ANYWHERE_FROM = 3;
