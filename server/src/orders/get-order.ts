import type { Order } from '@portage/contract/orders';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { findOrderDocument } from './order-queries.ts';

/** The JSON text of an order of the merchant. Raises `order_not_found`. */
export async function getOrderDocument(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<string> {
  const document = await findOrderDocument(db, merchantId, id);
  if (document === undefined) throw new ApiError('order_not_found', { id });
  return document;
}

/** An order of the merchant. Raises `order_not_found`. */
export async function getOrder(db: Executor, merchantId: string, id: string): Promise<Order> {
  return JSON.parse(await getOrderDocument(db, merchantId, id)) as Order;
}
