import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { OrderFilter as QueriedFilter } from '@portage/contract/orders/order-list';
import { workStatuses } from '@portage/contract/orders/order-status';
import type { OrderCursor } from '@portage/contract/orders/orders';
import { readTrackedNumber } from '@portage/contract/orders/tracking-number';
import { foldForSearch } from '@portage/contract/text';
import type { Executor } from '../db/database.ts';
import { timestamp, type Tables } from '../db/tables.ts';

/** Some sorts list a part separately. */
export type OrderFilter = QueriedFilter & {
  isWithoutShipBy?: true;
};

/** Shorter words match only at a word's beginning. */
const FOUND_ANYWHERE_FROM = 3;

const PHONE_SIGNS = /[+()./·-]/g;

const isPhonePart = (token: string) => /^[+()./·\d-]+$/.test(token);

/** Joins spaced phone numbers, whose tokens alone find nothing: `+1`, `01 42`. */
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

/** One word in each stored form. */
export type SearchWord = readonly [string, ...string[]];

/** As stored in the search text. */
function trackedForm(typed: string): string | undefined {
  const tracked = readTrackedNumber(typed);
  if (!tracked) return undefined;
  return 'orderId' in tracked ? tracked.orderId : tracked.trackingNumber.toLowerCase();
}

/** Adds phone numbers without signs and order numbers of barcodes and tracking links. */
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

/** PostgreSQL uses the index of terms for two conditions or more. */
export const ANY = 'any';

/** All of some, and one of each list. */
export interface WantedTraits {
  all: readonly string[];
  oneOf: readonly (readonly string[])[];
}

/** Escapes as `encode(…, 'escape')` of PostgreSQL does. */
const escaped = (text: string) =>
  Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return String.raw`\\`;
    return byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');

/** Matches `show_trgm` of PostgreSQL: two spaces before a run, one after. */
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

/** Returns every third shared trigram and the last: more would exclude few further orders. */
function trigramsOfEvery([first, ...others]: SearchWord): string[] {
  const common = others
    .map(trigramsOf)
    .reduce((all, trigrams) => all.intersection(trigrams), trigramsOf(first));
  return [...common].filter((_, at) => at % 3 === 0 || at === common.size - 1);
}

/** One of each list is wanted. */
type TraitLists = readonly (readonly string[])[];

const wanted = (lists: TraitLists, words: readonly string[] = []): WantedTraits => ({
  all: [...lists.filter(({ length }) => length === 1).flat(), ...words],
  oneOf: lists.filter(({ length }) => length > 1),
});

/** Matches `lasting_traits` of the database. */
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

/** Too frequent: the index of deliveries finds fewer. */
const OF_THE_DELIVERED: ReadonlySet<string> = new Set([
  'status:DELIVERED',
  'status:ARCHIVED',
  'label:PRINTED',
  'label:NOT_PRINTED',
  'fulfilled:true',
]);

/** The filter's statuses, only those needing attention if asked; undefined for any. */
export function wantedStatuses({ orderStatus, needsAttention }: OrderFilter) {
  if (!needsAttention) return orderStatus;
  return workStatuses.needsAttention.filter((one) => orderStatus?.includes(one) ?? true);
}

function passingTraits(filter: OrderFilter): TraitLists {
  const { fulfillmentStatus, labelStatus } = filter;
  const lists = [
    (wantedStatuses(filter) ?? []).map((status) => `status:${status}`),
    (labelStatus ?? []).map((status) => `label:${status}`),
    fulfillmentStatus ? [`fulfilled:${fulfillmentStatus === 'FULFILLED'}`] : [],
  ];
  if (!hasDeliveryRange(filter)) return lists;
  return lists.filter((list) => !list.some((trait) => OF_THE_DELIVERED.has(trait)));
}

/** Required by all words. */
const textTraits = ({ freeSearch = '' }: OrderFilter): string[] =>
  searchWordsOf(freeSearch).flatMap(trigramsOfEvery);

/** Terms in `orders_by_trait`. */
export const wantedTraits = (filter: OrderFilter): WantedTraits =>
  wanted([...passingTraits(filter), ...lastingTraits(filter)]);

/** Terms in `searchable_orders_by_trait`. */
export const wantedInSearch = (filter: OrderFilter): WantedTraits =>
  wanted(lastingTraits(filter), textTraits(filter));

const isAny = (lists: TraitLists) => lists.some(({ length }) => length > 0);

/** A symbol alone has no terms. */
export const wantsText = (filter: OrderFilter): boolean => textTraits(filter).length > 0;

export const wantsPassing = (filter: OrderFilter): boolean => isAny(passingTraits(filter));

export const wantsTraits = (filter: OrderFilter): boolean =>
  wantsText(filter) || wantsPassing(filter) || isAny(lastingTraits(filter));

export const hasDeliveryRange = ({ deliveredAtFrom, deliveredAtTo }: OrderFilter): boolean =>
  deliveredAtFrom !== undefined || deliveredAtTo !== undefined;

/** True if `searchable_orders` has every column. */
export const wantsLastingOnly = (filter: OrderFilter): boolean =>
  !wantsPassing(filter) && !hasDeliveryRange(filter) && !wantsShipBy(filter);

const wantsShipBy = ({ shipByTo, isWithoutShipBy }: OrderFilter): boolean =>
  shipByTo !== undefined || isWithoutShipBy === true;

/** Each combination has an index, newest first. */
export interface Statuses {
  column: 'status' | 'label_status';
  values: readonly string[];
}

export function statusesOf(filter: OrderFilter): Statuses[] {
  const { labelStatus } = filter;
  const values = wantedStatuses(filter);
  return [
    ...(values ? [{ column: 'status', values } as const] : []),
    ...(labelStatus ? [{ column: 'label_status', values: labelStatus } as const] : []),
  ];
}

/** False for a filter with other parts than a time of creation and statuses. */
export function isOfTimeAndStatuses(filter: OrderFilter): boolean {
  const { freeSearch, tags, importId } = filter;
  if (freeSearch !== undefined || tags || importId !== undefined) return false;
  if (hasDeliveryRange(filter) || wantsShipBy(filter)) return false;
  const statuses = { orderStatus: undefined, needsAttention: undefined, labelStatus: undefined };
  return !wantsTraits({ ...filter, ...statuses });
}

/** Undefined for a filter with other parts than a time of creation. */
export function statusesAlone(filter: OrderFilter): Statuses | undefined {
  const [statuses, ...others] = statusesOf(filter);
  return others.length > 0 || !isOfTimeAndStatuses(filter) ? undefined : statuses;
}

const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** Short words match at a word's beginning. */
const likePattern = (word: string) =>
  word.length < FOUND_ANYWHERE_FROM ? `% ${likeLiteral(word)}%` : `%${likeLiteral(word)}%`;

const hasWord = (forms: SearchWord) =>
  sql<boolean>`(${sql.join(
    forms.map((form) => sql`search like ${likePattern(form)}`),
    sql` or `,
  )})`;

export const hasWords = ({ freeSearch = '' }: OrderFilter): Expression<SqlBool> =>
  expressionBuilder().and(searchWordsOf(freeSearch).map(hasWord));

export function matches(filter: OrderFilter): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'orders'>();
  const { serviceSearch, tags, deliveryType, fulfillmentStatus, needsAttention } = filter;
  const { dateFrom, dateTo, deliveredAtFrom, deliveredAtTo } = filter;
  const { isBusinessAddress, originPostalCode, merchantDisplayName, labelStatus } = filter;
  const { importId, shipByTo, isWithoutShipBy } = filter;
  const all: Expression<SqlBool>[] = [hasWords(filter)];

  if (dateFrom !== undefined) all.push(where('created_at', '>=', timestamp(dateFrom)));
  if (dateTo !== undefined) all.push(where('created_at', '<=', timestamp(dateTo)));
  if (deliveredAtFrom !== undefined) {
    all.push(where('delivered_at', '>=', timestamp(deliveredAtFrom)));
  }
  if (deliveredAtTo !== undefined) all.push(where('delivered_at', '<=', timestamp(deliveredAtTo)));
  const statuses = wantedStatuses(filter);
  if (statuses) all.push(sql<boolean>`status = any(${statuses}::text[])`);
  if (needsAttention) all.push(where('attention_closed', '=', false));
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
  if (shipByTo !== undefined) all.push(where('ship_by', '<=', timestamp(shipByTo)));
  if (isWithoutShipBy) all.push(where('ship_by', 'is', null));
  if (tags) {
    const hasAny = sql<boolean>`tags && ${tags}::text[]`;
    all.push(filter.includeTags === false ? sql<boolean>`not ${hasAny}` : hasAny);
  }
  return where.and(all);
}

/** Unsorted and unlimited. */
export function matchingOrders(db: Executor, merchantId: string, filter: OrderFilter) {
  return db.selectFrom('orders').where('merchant_id', '=', merchantId).where(matches(filter));
}

export interface OrderRange {
  filter: OrderFilter;
  after?: OrderCursor | undefined;
}

/** Picked before other columns are read. */
export interface OrderKey {
  created_at: number;
  id: string;
}

/** Includes the cursor. Orders are created before their delivery. */
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

export const newestFirst = sql`created_at desc, id desc`;

export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Selects orders after the cursor. */
export const ordersInTime = (db: Executor, merchantId: string, range: OrderRange) =>
  db.selectFrom('orders').where('merchant_id', '=', merchantId).where(isInTime(range));
