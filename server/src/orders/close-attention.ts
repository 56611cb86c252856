import { orderCan } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import type { ChangedOrder, OrderRule } from './change-orders.ts';

/** Notes that a failed delivery was dealt with. Refuses other orders as `order_not_failed`. */
export const closeAttention =
  (by: string): OrderRule =>
  (order, now) => {
    refuseOthers(order);
    if (order.attentionClosedAt !== undefined) return { order };
    const closed = { ...order, attentionClosedAt: now, version: order.version + 1, modified: now };
    return told(closed, 'order.attention_closed', by);
  };

/** Lists a failed delivery among those that need attention again. Refuses as `closeAttention`. */
export const reopenAttention =
  (by: string): OrderRule =>
  (order, now) => {
    refuseOthers(order);
    const { attentionClosedAt, ...open } = order;
    if (attentionClosedAt === undefined) return { order };
    const reopened = { ...open, version: order.version + 1, modified: now };
    return told(reopened, 'order.attention_reopened', by);
  };

function refuseOthers(order: Order): void {
  const permission = orderCan.closeAttention(order);
  if (!permission.allowed) throw new ApiError(permission.reason);
}

const told = (
  order: Order,
  action: 'order.attention_closed' | 'order.attention_reopened',
  by: string,
): ChangedOrder => ({ order, audit: [{ actor: by, action, details: {} }] });
