import { labelVersionOf } from '@portage/contract/orders/label-status';
import type { Order } from '@portage/contract/orders/orders';

/**
 * The order once labels were printed that say something else than it is: they are stale, and of an old
 * version, by which they are known when they are scanned.
 */
export function supersedeLabels(order: Order): Order {
  return { ...order, labelStale: true, labelVersion: labelVersionOf(order) + 1 };
}

/** Tells whether labels of a version, as somebody read it, were superseded; unread, it is the newest. */
export const isSuperseded = (version: number | undefined, order: Order): boolean =>
  version !== undefined && version < labelVersionOf(order);
