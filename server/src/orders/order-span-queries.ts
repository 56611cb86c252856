import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../db/database.ts';
import {
  hasWords,
  isInTime,
  matches,
  matchingOrders,
  ordersInTime,
  type OrderKey,
  type OrderRange,
} from './order-search.ts';
import {
  ANY,
  hasDeliveryRange,
  wantedInSearch,
  wantedTraits,
  wantsLastingOnly,
  wantsPassing,
  wantsText,
  type WantedTraits,
} from './order-traits.ts';

/** What both indexes of traits begin with: as migration 0009 says, word for word. */
const lasting = sql`lasting_traits(
  service, delivery_type, is_business, origin_postal_code, display_name, tags
)`;

/** The numbers by which `orders_by_trait` knows an order. */
const keysOfOrder = sql`trait_keys(merchant_id, order_span(created_at),
  ${lasting} || array['status:' || status, 'fulfilled:' || is_fulfilled, 'label:' || label_status])`;

/** The numbers by which `searchable_orders_by_trait` knows it. */
const keysOfSearchable = sql`trait_keys(merchant_id, order_span(created_at),
  ${lasting} || text_traits(search))`;

/** The spans in which a merchant has orders of a request's time, newest first. */
function spansOf(db: Executor, merchantId: string, range: OrderRange) {
  const orders = ordersInTime(db, merchantId, range);
  const newest = orders.select(({ fn }) => sql`order_span(${fn.max('created_at')})`.as('span'));
  const oldest = orders.select(({ fn }) => sql`order_span(${fn.min('created_at')})`.as('span'));
  return sql<{ span: number }>`generate_series(${newest}, ${oldest}, -1)`;
}

/**
 * Whether some keys have the wanted traits of a span, the column `span` of what the query is joined to
 * laterally. Of two conditions on an index of traits PostgreSQL expects so few rows that it does not
 * look for another way.
 */
function haveTraits(
  keys: RawBuilder<unknown>,
  merchantId: string,
  { all, oneOf }: WantedTraits,
): RawBuilder<boolean> {
  const keysOf = (traits: readonly string[]) =>
    sql`trait_keys(${merchantId}::uuid, span, ${traits}::text[])`;
  const hasAll = (traits: readonly string[]) => sql<boolean>`${keys} @> ${keysOf(traits)}`;
  const hasOne = (traits: readonly string[]) => sql<boolean>`${keys} && ${keysOf(traits)}`;
  const [first = ANY, ...others] = all;
  const conditions = [
    hasAll([first]),
    ...(others.length > 0 ? [hasAll(others)] : []),
    ...oneOf.map(hasOne),
  ];
  if (conditions.length === 1) conditions.push(hasAll([ANY]));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The keys of the orders of one span that have the traits and match. PostgreSQL is told to find them
 * all, `offset 0`, or it would walk through all orders in sequence, in the hope to meet some of these
 * soon.
 */
function ordersOfSpan(db: Executor, merchantId: string, range: OrderRange) {
  const { filter } = range;
  if (wantsText(filter)) return foundInSpan(db, merchantId, range);
  return ordersInTime(db, merchantId, range)
    .where(haveTraits(keysOfOrder, merchantId, wantedTraits(filter)))
    .where(matches(filter))
    .select(['id', 'created_at'])
    .modifyEnd(sql`offset 0`);
}

/**
 * The same of a search: first those with the words, then, of these, what else they must match. Looking
 * each of many up in `orders` takes longer than finding it, and is left out where nothing that is
 * asked for stands there alone.
 */
function foundInSpan(db: Executor, merchantId: string, range: OrderRange) {
  const { filter } = range;
  const searchable = db
    .selectFrom('searchable_orders')
    .where('merchant_id', '=', merchantId)
    .where(isInTime(range))
    .where(haveTraits(keysOfSearchable, merchantId, wantedInSearch(filter)));
  if (wantsLastingOnly(filter)) {
    return searchable
      .where(matches(filter))
      .select(['id', 'created_at'])
      .modifyEnd(sql`offset 0`);
  }
  const found = searchable
    .where(hasWords(filter))
    .select('id as found')
    .modifyEnd(sql`offset 0`);
  return db
    .selectFrom(found.as('found'))
    .innerJoin('orders', 'orders.id', 'found.found')
    .where('merchant_id', '=', merchantId)
    .where(matches(filter))
    .select(['id', 'created_at'])
    .modifyEnd(sql`offset 0`);
}

/** The keys of orders that have the traits and match, so many at most, of whichever spans. */
export function ordersOfSpans(
  db: Executor,
  merchantId: string,
  range: OrderRange,
  most: number,
): RawBuilder<OrderKey> {
  return sql`
    select matching.id, matching.created_at
    from ${spansOf(db, merchantId, range)} as span
    cross join lateral (${ordersOfSpan(db, merchantId, range)}) as matching
    limit ${most}`;
}

/** As many orders are looked at one by one sooner than the many that have the words of a search. */
const FEW = 2000;

/**
 * The ids of all orders that match in what may be rare: delivered in the time that is asked for, or, in
 * a search, all but its words, when the filter asks for what changes while orders travel (a frequent
 * word among lost orders). Nothing where they are not few: the traits lead to few, or to some soon.
 */
export async function findFew(
  db: Executor,
  merchantId: string,
  range: OrderRange,
): Promise<readonly string[] | undefined> {
  const keys = keysOfFew(db, merchantId, range);
  if (!keys) return undefined;
  const { rows } = await sql<Pick<OrderKey, 'id'>>`
    select id from (${keys}) as few limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}

/** What `findFew` looks at; nothing when the filter asks for nothing of it. */
function keysOfFew(db: Executor, merchantId: string, { filter, after }: OrderRange) {
  const { deliveredAtFrom, deliveredAtTo } = filter;
  if (hasDeliveryRange(filter)) {
    return matchingOrders(db, merchantId, { deliveredAtFrom, deliveredAtTo }).select('id');
  }
  if (!wantsText(filter) || !wantsPassing(filter)) return undefined;
  const others = { filter: { ...filter, freeSearch: undefined }, after };
  return ordersOfSpans(db, merchantId, others, FEW + 1);
}

/** The keys of the newest orders that have the traits and match, span after span until they are enough. */
export function newestOfSpans(
  db: Executor,
  merchantId: string,
  range: OrderRange,
  limit: number,
): RawBuilder<OrderKey> {
  return sql`(
    select newest.id, newest.created_at
    from ${spansOf(db, merchantId, range)} as span
    cross join lateral (
      select * from (${ordersOfSpan(db, merchantId, range)}) as matching
      order by matching.created_at desc, matching.id desc
      limit ${limit}
    ) as newest
    limit ${limit}
  )`;
}
