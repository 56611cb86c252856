import type { OrderFilter } from '@portage/contract/orders/order-list';
import { orderCan, OrderStatus } from '@portage/contract/orders/order-status';
import {
  type OrderCursor,
  type OrderListQuery,
  MOST_COUNTED,
  type OrderCount,
  MOST_SELECTED,
} from '@portage/contract/orders/orders';
import type { Database } from '../db/database.ts';
import {
  listDocumentsOf,
  countMatchingOrders,
  listOrderSummaryRows,
} from './order-list-queries.ts';
import { type SortedRow, sortedLists } from './order-sort-queries.ts';

/** Bytes of a page: slow callers keep it in memory. */
const MOST_BYTES = 10_000_000;

/** Returns the contract's `OrderPage` as JSON, with stored documents. */
export async function listOrders(
  db: Database,
  merchantId: string,
  query: OrderListQuery,
): Promise<Buffer> {
  const request = { filter: query, limit: query.limit + 1, after: cursorOf(query) };
  const rows: readonly SortedRow[] = query.ids
    ? await listDocumentsOf(db, merchantId, query.ids, request)
    : await sortedLists[query.sort ?? 'placed'](db, merchantId, request);
  const page = pageOf(rows, query.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const next = last ? `,"next":${JSON.stringify(cursorAt(last))}` : '';
  const documents = page.flatMap(({ document }, index) => (index > 0 ? [',', document] : document));
  return encodeInTurn(['{"orders":[', ...documents, `]${next}}`]);
}

/** Up to the limit and `MOST_BYTES`, but one at least. */
function pageOf(rows: readonly SortedRow[], limit: number): readonly SortedRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ document }, index) => {
    // ASCII.
    bytes += document.length;
    return index === limit || (index > 0 && bytes > MOST_BYTES);
  });
  return rows.slice(0, end === -1 ? undefined : end);
}

/** The contract allows both parts or none. */
function cursorOf({ startAt, createdAt, sortKey }: OrderListQuery): OrderCursor | undefined {
  return startAt !== undefined && createdAt !== undefined
    ? { startAt, createdAt, sortKey }
    : undefined;
}

const cursorAt = ({ id: startAt, createdAt, sortKey }: SortedRow): OrderCursor => ({
  startAt,
  createdAt,
  sortKey,
});

/** Joining half a megabyte first takes four times as long. */
function encodeInTurn(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

/** Exact to 10,000. */
export async function countOrders(
  db: Database,
  merchantId: string,
  filter: OrderFilter,
): Promise<OrderCount> {
  const counted = await countMatchingOrders(db, merchantId, { filter, most: MOST_COUNTED + 1 });
  return { count: Math.min(counted, MOST_COUNTED), hasMore: counted > MOST_COUNTED };
}

/** The newest 10,000 as JSON of the contract's `OrderSelection`. */
export async function selectOrders(
  db: Database,
  merchantId: string,
  filter: OrderFilter,
): Promise<string> {
  const statuses = filter.orderStatus ?? OrderStatus.options;
  // Named, so that the index skips archived orders: most of them after years.
  const selectable = statuses.filter((orderStatus) => orderCan.select({ orderStatus }));
  const rows =
    selectable.length > 0
      ? await listOrderSummaryRows(db, merchantId, {
          filter: { ...filter, orderStatus: selectable },
          limit: MOST_SELECTED + 1,
        })
      : [];
  return JSON.stringify({
    orders: rows.slice(0, MOST_SELECTED),
    hasMore: rows.length > MOST_SELECTED,
  });
}
