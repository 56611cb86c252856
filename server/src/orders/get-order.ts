import type { Order } from '@portage/contract/orders';
import type { Executor } from '../db/database.ts';
import { orderNotFound } from '../refusals.ts';
import { findOrderDocument } from './order-queries.ts';

/** The JSON text of an order of the merchant. Raises `orderNotFound`. */
export async function getOrderDocument(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<string> {
  const document = await findOrderDocument(db, merchantId, id);
  if (document === undefined) throw orderNotFound(id);
  return document;
}

/** An order of the merchant. Raises `orderNotFound`. */
export async function getOrder(db: Executor, merchantId: string, id: string): Promise<Order> {
  return JSON.parse(await getOrderDocument(db, merchantId, id)) as Order;
}
