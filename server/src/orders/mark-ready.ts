import {
  orderCan,
  type ChangeError,
  type Permission,
  type OrderStatus,
} from '@portage/contract/orders/order-status';
import { isScanned, type Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { advanceOrder } from './advance-order.ts';
import type { ChangedOrder, OrderRule } from './change-orders.ts';

function take(
  order: Order,
  permission: Permission<ChangeError>,
  { to, by, now }: { to: OrderStatus; by: string; now: EpochMillis },
): ChangedOrder {
  if (!permission.allowed) throw new ApiError(permission.reason);
  return {
    order: advanceOrder(order, { to, actor: 'merchant', at: now }),
    audit: [
      { actor: by, action: 'order.status_changed', details: { from: order.orderStatus, to } },
    ],
  };
}

/** Refuses unlocated orders as `order_not_geocoded` (spec 1 §4). */
export const markReady =
  (by: string): OrderRule =>
  (order, now) =>
    take(order, orderCan.markReady(order), { to: 'PICKUP_READY', by, now });

/** Returns an unscanned order to GEOCODED (spec 1 §4). */
export const markNotReady =
  (by: string): OrderRule =>
  (order, now) =>
    take(order, orderCan.markNotReady({ ...order, isScanned: isScanned(order) }), {
      to: 'GEOCODED',
      by,
      now,
    });
