import { foldForSearch } from '@portage/contract/fold-for-search';
import { readTrackedNumber } from '@portage/contract/orders/tracking-number';
import type { LastingParts } from './lasting-parts.ts';

/** An order may have 500 items: the first ones are enough to find it. */
const ITEMS_SEARCHED = 100;

/**
 * All that an order is found by (product decision: id, tracking number, reference, the recipient's
 * name, e-mail, phone and address, who sends it back, the merchant's custom fields, of which one is the shop order's
 * number, SKU and name of its items), folded. A space comes before each word, the first included; postal codes have none.
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
    ...(order.returnFrom ? [order.returnFrom.name] : []),
    ...order.customFields.map(({ value }) => value),
    ...order.orderItems
      .slice(0, ITEMS_SEARCHED)
      .flatMap(({ sku, name }) => (sku === undefined ? [name] : [sku, name])),
  ];
  return parts.map((part) => ` ${foldForSearch(part ?? '')}`).join('');
}

/** From this length a word is found anywhere in a text; a shorter one only begins a word. */
export const FOUND_ANYWHERE_FROM = 3;

/** Signs with which people write phone numbers. */
const PHONE_SIGNS = /[+()./·-]/g;

/** A token of a phone number that is written with spaces in it. */
const isPhonePart = (token: string) => /^[+()./·\d-]+$/.test(token);

/**
 * Joins the tokens of a phone number with ten digits, or eleven from a 1, where some are too short to
 * find anything by themselves, such as `+1` and `01 42`. Other numbers stay apart: they may be of
 * different fields.
 */
function withPhonesJoined(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    let end = index;
    while (isPhonePart(tokens[end] ?? '')) end += 1;
    const parts = tokens.slice(index, end).map((token) => token.replace(PHONE_SIGNS, ''));
    const isPhone = /^1?\d{10}$/.test(parts.join(''));
    if (isPhone && parts.some(({ length }) => length < FOUND_ANYWHERE_FROM)) {
      joined.push(parts.join(''));
      index = end - 1;
    } else {
      joined.push(tokens[index] ?? '');
    }
  }
  return joined;
}

/** A word that was typed, in each of the forms in which it may be stored. */
export type SearchWord = readonly [string, ...string[]];

/** The number or id of an order as it is stored in the search text. */
function trackedForm(typed: string): string | undefined {
  const tracked = readTrackedNumber(typed);
  if (!tracked) return undefined;
  return 'orderId' in tracked ? tracked.orderId : tracked.trackingNumber.toLowerCase();
}

/**
 * The words of what was typed. A phone number also counts without its signs; the barcode of a package
 * or a tracking link as the order's number.
 */
export function searchWordsOf(typed: string): SearchWord[] {
  const tracked = trackedForm(typed);
  if (tracked !== undefined) return [[tracked]];
  const tokens = foldForSearch(typed).split(' ').filter(Boolean);
  return withPhonesJoined(tokens).map((word) => {
    const inWord = trackedForm(word);
    if (inWord !== undefined) return [inWord];
    const digits = word.replace(PHONE_SIGNS, '');
    return digits !== word && /^\d{3,}$/.test(digits) ? [word, digits] : [word];
  });
}
