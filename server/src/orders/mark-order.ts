import { orderCan } from '@portage/contract/orders/order-status';
import { isScanned } from '@portage/contract/orders/orders';
import { advanceOrder } from './advance-order.ts';
import { type OrderRule, requirePermission, withStatusAudit } from './change-orders.ts';

/** Refuses unlocated orders as `order_not_geocoded` (spec 1 §4). */
export const markReady =
  (by: string): OrderRule =>
  (order, now) => {
    requirePermission(orderCan.markReady(order));
    const ready = advanceOrder(order, { to: 'PICKUP_READY', actor: 'merchant', at: now });
    return withStatusAudit(order, ready, by);
  };

/** Returns an unscanned order to GEOCODED (spec 1 §4). */
export const markNotReady =
  (by: string): OrderRule =>
  (order, now) => {
    requirePermission(orderCan.markNotReady({ ...order, isScanned: isScanned(order) }));
    const returned = advanceOrder(order, { to: 'GEOCODED', actor: 'merchant', at: now });
    return withStatusAudit(order, returned, by);
  };

/** Notes that a failed delivery was dealt with. Refuses other orders as `order_not_failed`. */
export const closeAttention =
  (by: string): OrderRule =>
  (order, now) => {
    requirePermission(orderCan.closeAttention(order));
    if (order.attentionClosedAt !== undefined) return { order };
    return {
      order: { ...order, attentionClosedAt: now, version: order.version + 1, modified: now },
      audit: [{ actor: by, action: 'order.attention_closed', details: {} }],
    };
  };

/** Lists a failed delivery among those that need attention again. Refuses as `closeAttention`. */
export const reopenAttention =
  (by: string): OrderRule =>
  (order, now) => {
    requirePermission(orderCan.closeAttention(order));
    const { attentionClosedAt, ...open } = order;
    if (attentionClosedAt === undefined) return { order };
    return {
      order: { ...open, version: order.version + 1, modified: now },
      audit: [{ actor: by, action: 'order.attention_reopened', details: {} }],
    };
  };
