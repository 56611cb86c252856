import type { FieldChange } from '@portage/contract/orders/order-edits';
import { OrderListQuery, type Order, type OrderPage } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { Database } from '../db/database.ts';
import { findDeletedOrders, listDeletedOrdersWith } from './deleted-order-queries.ts';
import { findOrders } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { listNewestOrderEdits } from './order-edit-queries.ts';

/** Includes deleted orders and returns. */
export async function findOrdersNaming(
  db: Database,
  merchantId: string,
  shopOrderId: string,
): Promise<string[]> {
  const query = OrderListQuery.parse({ freeSearch: shopOrderId });
  const page = JSON.parse(String(await listOrders(db, merchantId, query))) as OrderPage;
  const deleted = await listDeletedOrdersWith(db, merchantId, shopOrderId);
  return [...page.orders, ...deleted].flatMap((order) =>
    shopOrderIdOf(order) === shopOrderId ? order.id : [],
  );
}

export interface RecipientData {
  orders: Order[];
  deletedOrders: Order[];
  edits: { orderId: string; version: number; changes: readonly FieldChange[] }[];
}

const MOST_EDITS = 1000;

export async function readRecipientData(
  db: Database,
  merchantId: string,
  ids: readonly string[],
): Promise<RecipientData> {
  const edits: RecipientData['edits'] = [];
  for (const orderId of ids) {
    const rows = await listNewestOrderEdits(db, merchantId, orderId, MOST_EDITS);
    edits.push(...rows.map((row) => ({ orderId, ...row })));
  }
  return {
    orders: [...(await findOrders(db, merchantId, ids)).values()].map(({ order }) => order),
    deletedOrders: await findDeletedOrders(db, merchantId, ids),
    edits,
  };
}
