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
    .where('tracking_number', 'in', trackingNumbers)
    .execute();
}
