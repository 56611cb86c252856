import type { Executor } from '../db/database.ts';
import { listTrackedOrders } from './tracking-number-queries.ts';

/** The order that a tracking number is of, and whose it is. It may be deleted. */
export interface TrackedOrder {
  merchantId: string;
  orderId: string;
}

/** The order's number in that of one of its packages, which ends in `-1`, `-2` …. */
const orderNumberOf = (trackingNumber: string) => trackingNumber.replace(/-\d+$/, '');

/**
 * The orders of tracking numbers, theirs or their packages’; a number that no order can have had is
 * left out. Whether an order has a package of the number stands in the order.
 */
export async function findTrackedOrders(
  db: Executor,
  trackingNumbers: readonly string[],
): Promise<Map<string, TrackedOrder>> {
  const rows = await listTrackedOrders(db, [...new Set(trackingNumbers.map(orderNumberOf))]);
  const byNumber = new Map(rows.map(({ trackingNumber, ...order }) => [trackingNumber, order]));
  return new Map(
    trackingNumbers.flatMap((number) => {
      const order = byNumber.get(orderNumberOf(number));
      return order ? [[number, order] as const] : [];
    }),
  );
}
