import { isTrackingNumber, orderTrackingNumber } from '@portage/contract/orders/tracking-number';
import type { Executor } from '../db/database.ts';
import { findOwnerOfOrder, listTrackedOrders } from './carrier-queries.ts';

/** An order found by tracking number. It may have been deleted. */
export interface TrackedOrder {
  merchantId: string;
  orderId: string;
}

/**
 * Maps tracking numbers, of orders or of packages, to their orders. Leaves out unknown numbers. Does
 * not check that the order has the package.
 */
export async function findTrackedOrders(
  db: Executor,
  trackingNumbers: readonly string[],
): Promise<Map<string, TrackedOrder>> {
  // Skips numbers with a wrong check character.
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

/** Finds an order by id, for tracking links that contain one. */
export function findTrackedOrderById(
  db: Executor,
  orderId: string,
): Promise<TrackedOrder | undefined> {
  return findOwnerOfOrder(db, orderId);
}
