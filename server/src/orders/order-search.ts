import { readTrackedNumber } from '@portage/contract/orders/tracking-number';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { OrderFilter } from '@portage/contract/orders/order-filter';
import type { OrderCursor } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';
import type { Tables } from '../db/tables.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';

/** From this length a word is found anywhere in a text; a shorter one only begins a word. */
const FOUND_ANYWHERE_FROM = 3;

/** Signs with which people write phone numbers. */
const PHONE_SIGNS = /[+()./·-]/g;

/** A token of a phone number that is written with spaces in it. */
const isPhonePart = (token: string) => /^[+()./·\d-]+$/.test(token);

/**
 * Joins the tokens of a phone number where some are too short to find anything, such as `+1` and
 * `01 42`.
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
 * Splits a search into words. Phone numbers also count without signs, barcodes and tracking links
 * as the order's number.
 */
function searchWordsOf(typed: string): SearchWord[] {
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

/** A term of every order: PostgreSQL uses the index of terms for two conditions only. */
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
 * Lists the trigrams of a word as `show_trgm` of PostgreSQL does: two spaces before a run of
 * letters and digits, one after it.
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
 * Selects every third trigram that all forms share, and the last: more would exclude few orders
 * more.
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

/** Terms that stay while an order travels; `lasting_traits` of the database. */
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

/** Terms of nearly all delivered orders: the index of deliveries leads to fewer. */
const OF_THE_DELIVERED: ReadonlySet<string> = new Set([
  'status:DELIVERED',
  'status:ARCHIVED',
  'label:PRINTED',
  'label:NOT_PRINTED',
  'fulfilled:true',
]);

/** Terms that change while an order travels. */
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

/** Tells whether a filter has a text with index terms; a symbol alone has none. */
export const wantsText = (filter: OrderFilter): boolean => textTraits(filter).length > 0;

/** Tells whether a filter has terms that change while an order travels. */
export const wantsPassing = (filter: OrderFilter): boolean => isAny(passingTraits(filter));

/** Tells whether a filter has any index term. */
export const wantsTraits = (filter: OrderFilter): boolean =>
  wantsText(filter) || wantsPassing(filter) || isAny(lastingTraits(filter));

/** Tells whether a filter has a time of delivery. */
export const hasDeliveryRange = ({ deliveredAtFrom, deliveredAtTo }: OrderFilter): boolean =>
  deliveredAtFrom !== undefined || deliveredAtTo !== undefined;

/** Tells whether `searchable_orders` has every column of a filter. */
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

/** `%`, `_` and `\` of what was typed, taken literally by `like`. */
const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** The pattern of a word: anywhere in the text, or at the beginning of a word where it is short. */
const likePattern = (word: string) =>
  word.length < FOUND_ANYWHERE_FROM ? `% ${likeLiteral(word)}%` : `%${likeLiteral(word)}%`;

/** A word in any of its forms. */
const hasWord = (forms: SearchWord) =>
  sql<boolean>`(${sql.join(
    forms.map((form) => sql`search like ${likePattern(form)}`),
    sql` or `,
  )})`;

/** Matches the column `search` against all words of a search. */
export const hasWords = ({ freeSearch = '' }: OrderFilter): Expression<SqlBool> =>
  expressionBuilder().and(searchWordsOf(freeSearch).map(hasWord));

/** Matches every part of a filter. */
export function matches(filter: OrderFilter): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'orders'>();
  const { orderStatus, serviceSearch, tags, deliveryType, fulfillmentStatus } = filter;
  const { dateFrom, dateTo, deliveredAtFrom, deliveredAtTo } = filter;
  const { isBusinessAddress, originPostalCode, merchantDisplayName, labelStatus } = filter;
  const { importId } = filter;
  const all: Expression<SqlBool>[] = [hasWords(filter)];

  if (dateFrom !== undefined) all.push(where('created_at', '>=', timestamp(dateFrom)));
  if (dateTo !== undefined) all.push(where('created_at', '<=', timestamp(dateTo)));
  if (deliveredAtFrom !== undefined) {
    all.push(where('delivered_at', '>=', timestamp(deliveredAtFrom)));
  }
  if (deliveredAtTo !== undefined) all.push(where('delivered_at', '<=', timestamp(deliveredAtTo)));
  if (orderStatus) all.push(where('status', 'in', orderStatus));
  if (serviceSearch) all.push(where('service', 'in', serviceSearch));
  if (deliveryType) all.push(where('delivery_type', '=', deliveryType));
  if (isBusinessAddress !== undefined) all.push(where('is_business', '=', isBusinessAddress));
  if (fulfillmentStatus) {
    all.push(where('is_fulfilled', '=', fulfillmentStatus === 'FULFILLED'));
  }
  if (labelStatus) all.push(where('label_status', 'in', labelStatus));
  if (originPostalCode) all.push(where('origin_postal_code', '=', originPostalCode));
  if (merchantDisplayName !== undefined) {
    all.push(where('display_name', '=', foldForSearch(merchantDisplayName)));
  }
  if (importId !== undefined) all.push(where('import_id', '=', importId));
  if (tags) {
    const hasAny = sql<boolean>`tags && ${tags}::text[]`;
    all.push(filter.includeTags === false ? sql<boolean>`not ${hasAny}` : hasAny);
  }
  return where.and(all);
}

/** The merchant's orders that match a filter, not yet sorted or limited. */
export function matchingOrders(db: Executor, merchantId: string, filter: OrderFilter) {
  return db.selectFrom('orders').where('merchant_id', '=', merchantId).where(matches(filter));
}

export interface OrderRange {
  filter: OrderFilter;
  after?: OrderCursor | undefined;
}

/** The key of an order, which is picked before its other columns are read. */
export interface OrderKey {
  created_at: number;
  id: string;
}

/**
 * Matches the times of a filter and orders after the cursor. An order is created before its
 * delivery.
 */
export function isInTime({ filter, after }: OrderRange): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'orders'>();
  const { dateFrom, dateTo, deliveredAtTo } = filter;
  const all: Expression<SqlBool>[] = [];
  if (dateFrom !== undefined) all.push(where('created_at', '>=', timestamp(dateFrom)));
  for (const end of [dateTo, deliveredAtTo]) {
    if (end !== undefined) all.push(where('created_at', '<=', timestamp(end)));
  }
  if (after) {
    const key = sql`(${timestamp(after.createdAt)}, ${after.startAt}::uuid)`;
    all.push(sql<boolean>`(created_at, id) < ${key}`);
  }
  return where.and(all);
}

/** One of some ids, however many. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** The merchant's orders in the time that a filter speaks of, from after the cursor. */
export const ordersInTime = (db: Executor, merchantId: string, range: OrderRange) =>
  db.selectFrom('orders').where('merchant_id', '=', merchantId).where(isInTime(range));
