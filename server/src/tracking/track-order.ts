import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { TrackedNumber } from '@portage/contract/orders/tracking-number';
import { findTrackedOrderById, findTrackedOrders } from '../carrier/find-tracked-orders.ts';
import type { Deps } from '../deps.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { findOrder } from '../orders/get-order.ts';
import { countMiss, waitAfterMisses } from '../throttle/attempts.ts';

export type Tracked =
  | { readonly found: true; readonly order: Order; readonly merchant: Merchant }
  | { readonly found: false }
  /** Throttled; `wait` in seconds. */
  | { readonly found: false; readonly wait: number };

type TrackingDeps = Pick<Deps, 'db' | 'clock'>;

async function findTracked({ db }: TrackingDeps, number: TrackedNumber) {
  if ('orderId' in number) return findTrackedOrderById(db, number.orderId);
  const { trackingNumber } = number;
  return (await findTrackedOrders(db, [trackingNumber])).get(trackingNumber);
}

/** Undefined for unknown and deleted orders. */
async function findOrderAndMerchant(deps: TrackingDeps, number: TrackedNumber) {
  const tracked = await findTracked(deps, number);
  if (!tracked) return undefined;
  const { merchantId, orderId } = tracked;
  const [order, merchant] = await Promise.all([
    findOrder(deps.db, merchantId, orderId),
    getMerchant(deps.db, merchantId),
  ]);
  return order && { order, merchant };
}

/** Throttles addresses with too many unknown numbers, against guessing. */
export async function trackOrder(
  deps: TrackingDeps,
  number: TrackedNumber,
  address: string,
): Promise<Tracked> {
  const wait = await waitAfterMisses(deps, 'tracking', address);
  if (wait !== undefined) return { found: false, wait };
  const found = await findOrderAndMerchant(deps, number);
  if (found) return { found: true, ...found };
  const throttled = await countMiss(deps, 'tracking', address);
  return throttled ? { found: false, wait: throttled.seconds } : { found: false };
}
