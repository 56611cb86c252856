import type { OrderCursor, OrderListQuery } from '@portage/contract/orders/orders';
import type { Database } from '../db/database.ts';
import { listDocumentsOf, listOrderDocuments } from './order-list-queries.ts';

/** The cursor of a query; the contract lets both of its parts come, or none. */
function cursorOf({ startAt, createdAt }: OrderListQuery): OrderCursor | undefined {
  return startAt !== undefined && createdAt !== undefined ? { startAt, createdAt } : undefined;
}

/**
 * The texts one after the other in UTF-8. Each is encoded in its place: joining half a megabyte into
 * one string, to be measured and encoded then, takes the server four times as long.
 */
function encodeInTurn(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

/**
 * A page of the merchant's orders that match: the JSON of the contract's `OrderPage`. The documents are passed
 * on as they are stored; one row more than the page tells whether there is a next one.
 */
export async function listOrders(
  db: Database,
  merchantId: string,
  query: OrderListQuery,
): Promise<Buffer> {
  const request = { filter: query, limit: query.limit + 1, after: cursorOf(query) };
  const rows = query.ids
    ? await listDocumentsOf(db, merchantId, query.ids, request)
    : await listOrderDocuments(db, merchantId, request);
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const next = last ? `,"next":{"startAt":"${last.id}","createdAt":${last.createdAt}}` : '';
  const documents = page.flatMap(({ document }, index) => (index > 0 ? [',', document] : document));
  return encodeInTurn(['{"orders":[', ...documents, `]${next}}`]);
}
