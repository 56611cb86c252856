import { sql, type AliasableExpression, type SelectQueryBuilder } from 'kysely';
import type { OrderFilter } from '@portage/contract/orders/order-filter';
import type { OrderCursor } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';
import type { Tables } from '../db/tables.ts';
import { anyOf, matches, ordersInTime, type OrderKey } from './order-search.ts';
import { findFew, newestOfSpans } from './order-span-queries.ts';
import { type Statuses, statusesAlone, statusesOf, wantsTraits } from './order-traits.ts';

/**
 * How many of the newest orders are looked at one by one before the index of traits is asked: few at
 * first, and more if those few promise to fill the page.
 */
const WALKS: readonly number[] = [500, 4500];

/** A walk is promising that finds one in so many of the orders that are wanted. */
const PROMISING = 10;

/** Which orders are looked for, how many of them, and after which one. */
export interface NewestRequest {
  filter: OrderFilter;
  limit: number;
  after: OrderCursor | undefined;
  /** How many orders are looked at one by one, if not as many as usual. */
  walks?: readonly number[];
}

/** Orders that were picked, newest first, of which columns are to be selected. */
type PickedOrders = SelectQueryBuilder<Tables, 'orders', object>;

/**
 * The newest orders of the merchant that match, from after the cursor, read as the caller says.
 * PostgreSQL is not left to choose the way: its statistics are of all merchants together, and where
 * others have plenty of what this one has not, it would walk through all of this one's orders
 * (docs/decisions/0011).
 */
export async function readNewest<Row>(
  db: Executor,
  merchantId: string,
  request: NewestRequest,
  read: (orders: PickedOrders) => Promise<Row[]>,
): Promise<Row[]> {
  const readPicked = (keys: AliasableExpression<OrderKey>) =>
    read(pickedOrders(db, merchantId, keys));
  const { filter, limit, walks = WALKS } = request;
  // The index of imports leads to the few orders of one, whatever else is asked for.
  if (filter.importId !== undefined) return read(newestInTime(db, merchantId, request));
  const statuses = statusesAlone(filter);
  if (statuses) return readPicked(newestOfStatuses(db, merchantId, request, statuses));
  if (!wantsTraits(filter)) return read(newestInTime(db, merchantId, request));

  const found: Row[] = [];
  let rest: NewestRequest = request;
  for (const walked of walks) {
    const orders = ordersToWalk(db, merchantId, rest);
    // Where a walk ends is settled first: what is inserted or deleted meanwhile does not move it.
    const after = await findEnd(orders, walked);
    found.push(...(await readPicked(newestOfWalk(db, rest, orders, after))));
    if (found.length === limit || !after) return found;
    rest = { filter, after, limit: limit - found.length };
    if (found.length * PROMISING < limit) break;
  }
  const few = await findFew(db, merchantId, rest);
  const others = few
    ? await read(newestInTime(db, merchantId, rest).where('id', '=', anyOf(few)))
    : await readPicked(newestOfSpans(db, merchantId, rest, rest.limit));
  return [...found, ...others];
}

/** The orders of some keys: of many orders that were looked at, the columns of few are read. */
function pickedOrders(
  db: Executor,
  merchantId: string,
  keys: AliasableExpression<OrderKey>,
): PickedOrders {
  return db
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', db.selectFrom(keys.as('picked')).select('picked.id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

/** The newest of the request's time: PostgreSQL is trusted with times, and has indexes for them. */
export function newestInTime(
  db: Executor,
  merchantId: string,
  request: NewestRequest,
): PickedOrders {
  return ordersInTime(db, merchantId, request)
    .where(matches(request.filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit);
}

/** The newest of each status, and of these the newest: a status has an index of its own. */
function newestOfStatuses(
  db: Executor,
  merchantId: string,
  request: NewestRequest,
  { column, values }: Statuses,
) {
  const ofStatus = ordersInTime(db, merchantId, request)
    .where(column, '=', sql.ref<string>('wanted.value'))
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit);
  return sql<OrderKey>`(
    select newest.id, newest.created_at
    from unnest(${values}::text[]) as wanted(value) cross join lateral (${ofStatus}) as newest
    order by newest.created_at desc, newest.id desc limit ${request.limit}
  )`;
}

/** All orders of the request's time, from the newest of the statuses that are asked for, in sequence. */
function ordersToWalk(db: Executor, merchantId: string, request: NewestRequest) {
  const query = ordersInTime(db, merchantId, request)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return statusesOf(request.filter).reduce((orders, statuses) => {
    const newest = newestOfStatuses(db, merchantId, { ...request, limit: 1 }, statuses);
    const start = sql<number>`(select created_at from ${newest} as newest)`;
    return orders.where('created_at', '<=', start);
  }, query);
}

type OrdersToWalk = ReturnType<typeof ordersToWalk>;

/** The order that so many have been walked with; none when there are not as many. */
function findEnd(orders: OrdersToWalk, walked: number): Promise<OrderCursor | undefined> {
  return orders
    .select(['id as startAt', 'created_at as createdAt'])
    .limit(1)
    .offset(walked - 1)
    .executeTakeFirst();
}

/** Those that match, up to the end of the walk. */
function newestOfWalk(
  db: Executor,
  { filter, limit }: NewestRequest,
  orders: OrdersToWalk,
  end: OrderCursor | undefined,
) {
  const walked = end ? orders.where(isUntil(end)) : orders;
  return db
    .selectFrom(
      walked
        .selectAll()
        .modifyEnd(sql`offset 0`)
        .as('orders'),
    )
    .where(matches(filter))
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/** Whether an order is the one of a key, or comes before it in the list. */
const isUntil = ({ createdAt, startAt }: OrderCursor) =>
  sql<boolean>`(created_at, id) >= (${timestamp(createdAt)}, ${startAt}::uuid)`;
