import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { getOrderDocument } from './get-order.ts';
import { findOrderDocuments } from './order-queries.ts';

/** An order, and the JSON text it is kept as. */
export interface StoredOrder {
  readonly order: Order;
  readonly text: string;
}

const storedOrder = (text: string): StoredOrder => ({ order: JSON.parse(text) as Order, text });

/** An order of the merchant. Throws `order_not_found`. */
export async function getStoredOrder(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<StoredOrder> {
  return storedOrder(await getOrderDocument(db, merchantId, id));
}

/** Those of some orders of the merchant that exist, by their ids in lower case, in one query. */
export async function findOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, StoredOrder>> {
  const rows = await findOrderDocuments(db, merchantId, ids);
  return new Map(rows.map(({ id, document }) => [id, storedOrder(document)]));
}
