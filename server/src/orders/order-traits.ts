import type { OrderFilter } from '@portage/contract/order-filter';
import {
  FOUND_ANYWHERE_FROM,
  foldForSearch,
  type SearchWord,
  searchWordsOf,
} from './order-search-text.ts';

/** What every order has, for a look at the index of traits that would ask for one thing only. */
export const ANY = 'any';

/** The traits of the orders that a filter lets pass: all of some, and of each list one at least. */
interface WantedTraits {
  all: readonly string[];
  oneOf: readonly (readonly string[])[];
}

/** A text as `encode(…, 'escape')` of PostgreSQL writes its bytes: all of it ASCII. */
const escaped = (text: string) =>
  Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return String.raw`\\`;
    return byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');

/**
 * Three letters or digits each that a text with the word must have, as `show_trgm` of PostgreSQL
 * takes them: two spaces before each run of letters and digits, one after it, where the run is known
 * to begin or end.
 */
function trigramsOf(word: string): Set<string> {
  const text = escaped(word);
  const beginsWord = word.length < FOUND_ANYWHERE_FROM;
  const runs = Array.from(text.matchAll(/[a-z0-9]+/g), ({ 0: run, index }) => {
    const before = index > 0 || beginsWord ? '  ' : '';
    const after = index + run.length < text.length ? ' ' : '';
    return `${before}${run}${after}`;
  });
  return new Set(
    runs.flatMap((run) =>
      Array.from({ length: Math.max(0, run.length - 2) }, (_, at) => run.slice(at, at + 3)),
    ),
  );
}

/**
 * Trigrams of a word that all of its forms have: every third, and the last, which between them have
 * all of its letters. More would leave few more orders out, and take as much longer.
 */
function trigramsOfEvery([first, ...others]: SearchWord): string[] {
  const common = others
    .map(trigramsOf)
    .reduce((all, trigrams) => all.intersection(trigrams), trigramsOf(first));
  return [...common].filter((_, at) => at % 3 === 0 || at === common.size - 1);
}

/** The traits that a filter asks for; `order_traits` of the database gives those of an order. */
export function wantedTraits(filter: OrderFilter): WantedTraits {
  const { orderStatus, serviceSearch, tags, includeTags, deliveryType, isBusinessAddress } = filter;
  const { fulfillmentStatus, originPostalCode, merchantDisplayName, freeSearch = '' } = filter;
  const lists = [
    // The index of deliveries leads to few orders where their status leads to many.
    hasDeliveryRange(filter) ? [] : (orderStatus ?? []).map((status) => `status:${status}`),
    (serviceSearch ?? []).map((service) => `service:${service}`),
    includeTags === false ? [] : (tags ?? []).map((tag) => `tag:${tag}`),
    deliveryType ? [`type:${deliveryType}`] : [],
    isBusinessAddress === undefined ? [] : [`business:${isBusinessAddress}`],
    fulfillmentStatus ? [`fulfilled:${fulfillmentStatus === 'FULFILLED'}`] : [],
    originPostalCode ? [`origin:${originPostalCode}`] : [],
    merchantDisplayName ? [`name:${foldForSearch(merchantDisplayName)}`] : [],
  ];
  return {
    all: [
      ...lists.filter(({ length }) => length === 1).flat(),
      ...searchWordsOf(freeSearch).flatMap(trigramsOfEvery),
    ],
    oneOf: lists.filter(({ length }) => length > 1),
  };
}

/** Whether a filter asks for any trait. */
export function wantsTraits(filter: OrderFilter): boolean {
  const { all, oneOf } = wantedTraits(filter);
  return all.length + oneOf.length > 0;
}

/** Whether a filter asks for a time of delivery. */
export const hasDeliveryRange = ({ deliveredAtFrom, deliveredAtTo }: OrderFilter): boolean =>
  deliveredAtFrom !== undefined || deliveredAtTo !== undefined;

/** The statuses of a filter that asks for nothing else but a time of creation. */
export function statusesAlone(filter: OrderFilter): readonly string[] | undefined {
  const { orderStatus, freeSearch, tags } = filter;
  if (freeSearch !== undefined || tags || hasDeliveryRange(filter)) return undefined;
  return wantsTraits({ ...filter, orderStatus: undefined }) ? undefined : orderStatus;
}
