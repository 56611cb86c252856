import { isTrackingNumber, orderTrackingNumber } from '@portage/contract/orders/tracking-number';
import type { Executor } from '../db/database.ts';
import { listTrackedOrders } from './carrier-queries.ts';

export { findOwnerOfOrder as findTrackedOrderById } from './carrier-queries.ts';

/** May have been deleted. */
export interface TrackedOrder {
  merchantId: string;
  orderId: string;
}

/** Takes numbers of orders or packages; omits unknown orders, not unknown packages. */
export async function findTrackedOrders(
  db: Executor,
  trackingNumbers: readonly string[],
): Promise<Map<string, TrackedOrder>> {
  // Needs valid check characters.
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
