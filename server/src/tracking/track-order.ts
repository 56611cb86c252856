import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { TrackedNumber } from '@portage/contract/orders/tracking-number';
import { findTrackedOrderById, findTrackedOrders } from '../carrier/find-tracked-orders.ts';
import type { Deps } from '../deps.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { getOrder } from '../orders/get-order.ts';
import { isApiError } from '../api-error.ts';
import { countMiss, waitAfterMisses } from '../throttle/count-miss.ts';

/** What comes of asking for an order by a number. */
export type Tracked =
  | { readonly found: true; readonly order: Order; readonly merchant: Merchant }
  | { readonly found: false }
  /** Too many numbers were asked for that nobody has: when to come back, in seconds. */
  | { readonly found: false; readonly wait: number };

type TrackingDeps = Pick<Deps, 'db' | 'clock'>;

async function findTracked({ db }: TrackingDeps, number: TrackedNumber) {
  if ('orderId' in number) return findTrackedOrderById(db, number.orderId);
  const { trackingNumber } = number;
  return (await findTrackedOrders(db, [trackingNumber])).get(trackingNumber);
}

/** The order of a number with its merchant; undefined where there is none, or none any more. */
async function findOrder(deps: TrackingDeps, number: TrackedNumber) {
  const tracked = await findTracked(deps, number);
  if (!tracked) return undefined;
  const { merchantId, orderId } = tracked;
  try {
    const [order, merchant] = await Promise.all([
      getOrder(deps.db, merchantId, orderId),
      getMerchant(deps.db, merchantId),
    ]);
    return { order, merchant };
  } catch (error) {
    if (isApiError(error, 'order_not_found')) return undefined;
    throw error;
  }
}

/**
 * The order that somebody asks for from a network address. Whoever asks for too many that are not
 * there is told to wait, whatever they ask for then: nobody finds orders by trying.
 */
export async function trackOrder(
  deps: TrackingDeps,
  number: TrackedNumber,
  address: string,
): Promise<Tracked> {
  const wait = await waitAfterMisses(deps, 'tracking', address);
  if (wait !== undefined) return { found: false, wait };
  const found = await findOrder(deps, number);
  if (found) return { found: true, ...found };
  const throttled = await countMiss(deps, 'tracking', address);
  return throttled ? { found: false, wait: throttled.seconds } : { found: false };
}
