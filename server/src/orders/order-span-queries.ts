import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../db/database.ts';
import { matches, ordersInTime, type OrderKey, type OrderRange } from './order-search.ts';
import { ANY, wantedTraits } from './order-traits.ts';

/** The numbers by which the index of traits knows an order: as migration 0006 says, word for word. */
const keysOfOrder = sql`trait_keys(merchant_id, order_span(created_at), order_traits(
  status, service, delivery_type, is_business, is_fulfilled,
  origin_postal_code, display_name, tags, search
))`;

/** The spans in which a merchant has orders of a request's time, newest first. */
function spansOf(db: Executor, merchantId: string, range: OrderRange) {
  const orders = ordersInTime(db, merchantId, range);
  const newest = orders.select(({ fn }) => sql`order_span(${fn.max('created_at')})`.as('span'));
  const oldest = orders.select(({ fn }) => sql`order_span(${fn.min('created_at')})`.as('span'));
  return sql<{ span: number }>`generate_series(${newest}, ${oldest}, -1)`;
}

/**
 * The keys of the orders of one span, column `span` of what it is joined to laterally, that have the
 * traits and match. PostgreSQL is told to find them all, `offset 0`, or it would walk through all
 * orders in sequence, in the hope to meet some of these soon; and of two conditions on the index of
 * traits it expects so few that it does not look for another way.
 */
function ordersOfSpan(db: Executor, merchantId: string, range: OrderRange) {
  const { all, oneOf } = wantedTraits(range.filter);
  const keysOf = (traits: readonly string[]) =>
    sql`trait_keys(${merchantId}::uuid, span, ${traits}::text[])`;
  const hasAll = (traits: readonly string[]) => sql<boolean>`${keysOfOrder} @> ${keysOf(traits)}`;
  const hasOne = (traits: readonly string[]) => sql<boolean>`${keysOfOrder} && ${keysOf(traits)}`;
  const [first = ANY, ...others] = all;
  const conditions = [
    hasAll([first]),
    ...(others.length > 0 ? [hasAll(others)] : []),
    ...oneOf.map(hasOne),
  ];
  if (conditions.length === 1) conditions.push(hasAll([ANY]));
  return conditions
    .reduce((query, condition) => query.where(condition), ordersInTime(db, merchantId, range))
    .where(matches(range.filter))
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
