import type { OrderFilter } from '@portage/contract/orders/order-filter';
import { foldForSearch } from '@portage/contract/fold-for-search';
import { FOUND_ANYWHERE_FROM, type SearchWord, searchWordsOf } from './order-search-text.ts';

/** What every order has, for a look at the index of traits that would ask for one thing only. */
export const ANY = 'any';

/** The traits of the orders that a filter lets pass: all of some, and of each list one at least. */
export interface WantedTraits {
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

/** Lists of traits, of each of which one is wanted. */
type TraitLists = readonly (readonly string[])[];

const wanted = (lists: TraitLists, words: readonly string[] = []): WantedTraits => ({
  all: [...lists.filter(({ length }) => length === 1).flat(), ...words],
  oneOf: lists.filter(({ length }) => length > 1),
});

/** What does not change while an order travels; `lasting_traits` of the database. */
function lastingTraits(filter: OrderFilter): TraitLists {
  const { serviceSearch, tags, includeTags, deliveryType, isBusinessAddress } = filter;
  const { originPostalCode, merchantDisplayName } = filter;
  return [
    (serviceSearch ?? []).map((service) => `service:${service}`),
    includeTags === false ? [] : (tags ?? []).map((tag) => `tag:${tag}`),
    deliveryType ? [`type:${deliveryType}`] : [],
    isBusinessAddress === undefined ? [] : [`business:${isBusinessAddress}`],
    originPostalCode ? [`origin:${originPostalCode}`] : [],
    merchantDisplayName ? [`name:${foldForSearch(merchantDisplayName)}`] : [],
  ];
}

/** What nearly all orders have that were delivered: the index of deliveries leads to fewer. */
const OF_THE_DELIVERED: ReadonlySet<string> = new Set([
  'status:DELIVERED',
  'status:ARCHIVED',
  'label:PRINTED',
  'label:NOT_PRINTED',
  'fulfilled:true',
]);

/** What changes while an order travels. */
function passingTraits(filter: OrderFilter): TraitLists {
  const { orderStatus, fulfillmentStatus, labelStatus } = filter;
  const lists = [
    (orderStatus ?? []).map((status) => `status:${status}`),
    (labelStatus ?? []).map((status) => `label:${status}`),
    fulfillmentStatus ? [`fulfilled:${fulfillmentStatus === 'FULFILLED'}`] : [],
  ];
  if (!hasDeliveryRange(filter)) return lists;
  return lists.filter((list) => !list.some((trait) => OF_THE_DELIVERED.has(trait)));
}

/** Trigrams that a text must have in which the words of a search occur. */
const textTraits = ({ freeSearch = '' }: OrderFilter): string[] =>
  searchWordsOf(freeSearch).flatMap(trigramsOfEvery);

/** The traits that a filter asks for, but those of a text: the index `orders_by_trait` has them. */
export const wantedTraits = (filter: OrderFilter): WantedTraits =>
  wanted([...passingTraits(filter), ...lastingTraits(filter)]);

/** The traits of searches: the index `searchable_orders_by_trait` has them. */
export const wantedInSearch = (filter: OrderFilter): WantedTraits =>
  wanted(lastingTraits(filter), textTraits(filter));

const isAny = (lists: TraitLists) => lists.some(({ length }) => length > 0);

/** Whether a filter asks for a text that traits lead to; a symbol alone has none. */
export const wantsText = (filter: OrderFilter): boolean => textTraits(filter).length > 0;

/** Whether a filter asks for what changes while an order travels. */
export const wantsPassing = (filter: OrderFilter): boolean => isAny(passingTraits(filter));

/** Whether a filter asks for any trait. */
export const wantsTraits = (filter: OrderFilter): boolean =>
  wantsText(filter) || wantsPassing(filter) || isAny(lastingTraits(filter));

/** Whether a filter asks for a time of delivery. */
export const hasDeliveryRange = ({ deliveredAtFrom, deliveredAtTo }: OrderFilter): boolean =>
  deliveredAtFrom !== undefined || deliveredAtTo !== undefined;

/** Whether a filter asks for nothing that changes while an order travels: `searchable_orders` has the rest. */
export const wantsLastingOnly = (filter: OrderFilter): boolean =>
  !wantsPassing(filter) && !hasDeliveryRange(filter);

/** Some statuses of orders, or of their labels: each has its stretch of an index, newest first. */
export interface Statuses {
  column: 'status' | 'label_status';
  values: readonly string[];
}

/** The statuses that a filter asks for. */
export function statusesOf({ orderStatus, labelStatus }: OrderFilter): Statuses[] {
  return [
    ...(orderStatus ? [{ column: 'status', values: orderStatus } as const] : []),
    ...(labelStatus ? [{ column: 'label_status', values: labelStatus } as const] : []),
  ];
}

/** The statuses of a filter that asks for nothing else but a time of creation. */
export function statusesAlone(filter: OrderFilter): Statuses | undefined {
  const { freeSearch, tags } = filter;
  const [statuses, ...others] = statusesOf(filter);
  if (freeSearch !== undefined || tags || hasDeliveryRange(filter)) return undefined;
  const rest = { ...filter, orderStatus: undefined, labelStatus: undefined };
  return others.length > 0 || wantsTraits(rest) ? undefined : statuses;
}
