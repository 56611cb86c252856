import { isTrackingNumber, orderTrackingNumber } from '@portage/contract/orders/tracking-number';
import type { Executor } from '../db/database.ts';
import { findOwnerOfOrder, listTrackedOrders } from './tracking-number-queries.ts';

/** The order that a tracking number is of, and whose it is. It may be deleted. */
export interface TrackedOrder {
  merchantId: string;
  orderId: string;
}

/**
 * The orders of tracking numbers, theirs or their packages’; a number that no order can have had is
 * left out. Whether an order has a package of the number stands in the order.
 */
export async function findTrackedOrders(
  db: Executor,
  trackingNumbers: readonly string[],
): Promise<Map<string, TrackedOrder>> {
  // What nobody can have given out is not asked for.
  const numbers = new Set(trackingNumbers.map(orderTrackingNumber).filter(isTrackingNumber));
  const rows = await listTrackedOrders(db, [...numbers]);
  const byNumber = new Map(rows.map(({ trackingNumber, ...order }) => [trackingNumber, order]));
  return new Map(
    trackingNumbers.flatMap((number) => {
      const order = byNumber.get(orderTrackingNumber(number));
      return order ? [[number, order] as const] : [];
    }),
  );
}

/** The same by the order's id, which tracking links may have, too. */
export function findTrackedOrderById(
  db: Executor,
  orderId: string,
): Promise<TrackedOrder | undefined> {
  return findOwnerOfOrder(db, orderId);
}
