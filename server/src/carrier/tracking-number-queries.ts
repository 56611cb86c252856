import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Which orders, and whose, have these tracking numbers; numbers that no order has are left out. */
export function listTrackedOrders(db: Executor, trackingNumbers: readonly string[]) {
  return db
    .selectFrom('tracking_numbers')
    .select([
      'tracking_number as trackingNumber',
      'merchant_id as merchantId',
      'order_id as orderId',
    ])
    .where('tracking_number', '=', sql<string>`any(${trackingNumbers}::text[])`)
    .execute();
}

/** Whose an order is, by its id. */
export function findOwnerOfOrder(db: Executor, orderId: string) {
  return db
    .selectFrom('tracking_numbers')
    .select(['merchant_id as merchantId', 'order_id as orderId'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}
