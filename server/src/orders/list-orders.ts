import type { OrderCursor, OrderListQuery } from '@portage/contract/orders';
import type { Database } from '../db/database.ts';
import { listOrderDocuments } from './order-queries.ts';

/** The cursor of a query; the contract lets both of its parts come, or none. */
function cursorOf({ startAt, createdAt }: OrderListQuery): OrderCursor | undefined {
  return startAt !== undefined && createdAt !== undefined ? { startAt, createdAt } : undefined;
}

/**
 * A page of the merchant's orders as the JSON text of the contract's `OrderPage`. The documents are
 * passed on as they are stored; one row more than the page tells whether there is a next one.
 */
export async function listOrders(
  db: Database,
  merchantId: string,
  query: OrderListQuery,
): Promise<string> {
  const rows = await listOrderDocuments(db, merchantId, {
    limit: query.limit + 1,
    after: cursorOf(query),
  });
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const next = last ? `,"next":{"startAt":"${last.id}","createdAt":${last.createdAt}}` : '';
  return `{"orders":[${page.map((row) => row.document).join(',')}]${next}}`;
}
