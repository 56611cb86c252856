import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { OrderFilter } from '@portage/contract/orders/order-filter';
import type { OrderCursor } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';
import type { Tables } from '../db/tables.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';
import { FOUND_ANYWHERE_FROM, type SearchWord, searchWordsOf } from './order-search-text.ts';

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

/** Whether a text, the column `search`, has all words of a search. */
export const hasWords = ({ freeSearch = '' }: OrderFilter): Expression<SqlBool> =>
  expressionBuilder().and(searchWordsOf(freeSearch).map(hasWord));

/** Whether an order matches every part of a filter. */
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

/** Which of the merchant's orders are looked for: what they match, and after which one they come. */
export interface OrderRange {
  filter: OrderFilter;
  after?: OrderCursor | undefined;
}

/** What is picked of an order before its other columns are read. */
export interface OrderKey {
  created_at: number;
  id: string;
}

/**
 * Whether an order is of the time that a filter speaks of, and comes after the cursor, whatever else
 * is asked for. What was delivered by some timestamp was created by then.
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
