import { sql, type AliasableExpression, type SelectQueryBuilder } from 'kysely';
import type { OrderFilter } from '@portage/contract/order-filter';
import type { OrderCursor } from '@portage/contract/orders';
import type { Executor } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { matches, ordersInTime, type OrderKey } from './order-search.ts';
import { newestOfSpans } from './order-span-queries.ts';
import { statusesAlone, wantsTraits } from './order-traits.ts';

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
  const statuses = statusesAlone(filter);
  if (statuses) return readPicked(newestOfStatuses(db, merchantId, request, statuses));
  if (!wantsTraits(filter)) return read(newestInTime(db, merchantId, request));

  const found: Row[] = [];
  let rest: NewestRequest = request;
  for (const walked of walks) {
    const walk = walkOf(db, merchantId, rest, walked);
    found.push(...(await readPicked(newestOfWalk(db, rest, walk))));
    if (found.length === limit) return found;
    const after = await findEnd(walk, walked);
    if (!after) return found;
    rest = { filter, after, limit: limit - found.length };
    if (found.length * PROMISING < limit) break;
  }
  return [...found, ...(await readPicked(newestOfSpans(db, merchantId, rest, rest.limit)))];
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
  statuses: readonly string[],
) {
  const ofStatus = ordersInTime(db, merchantId, request)
    .where('status', '=', sql.ref<string>('wanted.status'))
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit);
  return sql<OrderKey>`(
    select newest.id, newest.created_at
    from unnest(${statuses}::text[]) as wanted(status) cross join lateral (${ofStatus}) as newest
    order by newest.created_at desc, newest.id desc limit ${request.limit}
  )`;
}

/** The newest orders, from the newest of the statuses that are asked for: what the walk looks at. */
function walkOf(db: Executor, merchantId: string, request: NewestRequest, walked: number) {
  const { orderStatus } = request.filter;
  let query = ordersInTime(db, merchantId, request)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(walked);
  if (orderStatus) {
    const newest = newestOfStatuses(db, merchantId, { ...request, limit: 1 }, orderStatus);
    query = query.where(
      'created_at',
      '<=',
      sql<number>`(select created_at from ${newest} as newest)`,
    );
  }
  return query;
}

type Walk = ReturnType<typeof walkOf>;

/** Those of a walk that match. */
function newestOfWalk(db: Executor, { filter, limit }: NewestRequest, walk: Walk) {
  return db
    .selectFrom(walk.selectAll().as('orders'))
    .where(matches(filter))
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/** The last order of a walk; none when there were no more. */
function findEnd(walk: Walk, walked: number): Promise<OrderCursor | undefined> {
  return walk
    .select(['id as startAt', 'created_at as createdAt'])
    .limit(1)
    .offset(walked - 1)
    .executeTakeFirst();
}
