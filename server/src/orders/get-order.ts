import type { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import { inTurns } from '../threads/in-turns.ts';
import { hasDeletedOrders } from './deleted-order-queries.ts';
import { findOrderDocument, findOrderDocuments } from './order-queries.ts';

/** JSON text. Throws `order_not_found`. */
export async function getOrderDocument(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<string> {
  const document = await findOrderDocument(db, merchantId, id);
  if (document === undefined) throw new ApiError('order_not_found', { id });
  return document;
}

/** Undefined for a missing or deleted order. */
export async function findOrder(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<Order | undefined> {
  const document = await findOrderDocument(db, merchantId, id);
  return document === undefined ? undefined : (JSON.parse(document) as Order);
}

/** Throws `order_not_found`. */
export async function getOrder(db: Executor, merchantId: string, id: string): Promise<Order> {
  return JSON.parse(await getOrderDocument(db, merchantId, id)) as Order;
}

export interface StoredOrder {
  readonly order: Order;
  readonly text: string;
}

const storedOrder = (text: string): StoredOrder => ({ order: JSON.parse(text) as Order, text });

/** Throws `order_not_found`. */
export async function getStoredOrder(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<StoredOrder> {
  return storedOrder(await getOrderDocument(db, merchantId, id));
}

/** One query. The map's keys are ids in lower case. */
export async function findOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, StoredOrder>> {
  const rows = await findOrderDocuments(db, merchantId, ids);
  return new Map(await inTurns(rows, ({ id, document }) => [id, storedOrder(document)] as const));
}

/** Undefined when deleted. Throws when missing: a cluster may show a job before its order. */
export async function findOrderOfJob(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<Order | undefined> {
  const order = await findOrder(db, merchantId, id);
  if (order || (await hasDeletedOrders(db, merchantId, [id]))) return order;
  throw new Error(`The order ${id} is not there yet`);
}
