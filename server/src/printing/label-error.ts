import { orderCan } from '@portage/contract/orders/order-permissions';
import { orderStatuses } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';

/** Why the labels of an order cannot be printed; undefined when they can be. */
export function labelError({ orderStatus }: Pick<Order, 'orderStatus'>): ApiError | undefined {
  const permission = orderCan.printLabel({ orderStatus });
  if (permission.allowed) return undefined;
  const { reason } = permission;
  return reason === 'order_not_printable'
    ? new ApiError(reason, { status: orderStatuses[orderStatus].name })
    : new ApiError(reason);
}
