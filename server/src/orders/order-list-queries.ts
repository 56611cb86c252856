import { sql, type Expression } from 'kysely';
import type { OrderFilter } from '@portage/contract/orders/order-filter';
import type { Executor } from '../db/database.ts';
import { newestInTime, readNewest, type NewestRequest } from './newest-order-queries.ts';
import { anyOf, matches, matchingOrders, ordersInTime } from './order-search.ts';
import { findFew, ordersOfSpans } from './order-span-queries.ts';
import { hasDeliveryRange, statusesAlone, wantsTraits } from './order-traits.ts';

/** Documents of the merchant's orders that match, newest first, from after the cursor. */
export function listOrderDocuments(db: Executor, merchantId: string, request: NewestRequest) {
  return readNewest(db, merchantId, request, (orders) =>
    orders.select(['id', 'created_at as createdAt', 'document']).execute(),
  );
}

/** Documents of those of some orders that match, newest first, from after the cursor. */
export function listDocumentsOf(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
  request: NewestRequest,
) {
  return ordersInTime(db, merchantId, request)
    .where('id', 'in', ids)
    .where(matches(request.filter))
    .select(['id', 'created_at as createdAt', 'document'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute();
}

/** How many of the merchant's orders match, counted no further than `most`. */
export async function countMatchingOrders(
  db: Executor,
  merchantId: string,
  request: { filter: OrderFilter; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${await keysToCount(db, merchantId, request)}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Orders that match, `most` at most, whichever an index leads to; without one the newest. */
async function keysToCount(
  db: Executor,
  merchantId: string,
  { filter, most }: { filter: OrderFilter; most: number },
): Promise<Expression<unknown>> {
  if (filter.importId !== undefined) {
    return matchingOrders(db, merchantId, filter).select('id').limit(most);
  }
  const statuses = statusesAlone(filter);
  if (!statuses && wantsTraits(filter)) {
    const few = await findFew(db, merchantId, { filter });
    return few
      ? matchingOrders(db, merchantId, filter).where('id', '=', anyOf(few)).select('id')
      : ordersOfSpans(db, merchantId, { filter }, most);
  }
  if (statuses || hasDeliveryRange(filter)) {
    return matchingOrders(db, merchantId, filter).select('id').limit(most);
  }
  return newestInTime(db, merchantId, { filter, limit: most, after: undefined }).select('id');
}
