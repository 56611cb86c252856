import { orderCan } from '@portage/contract/order-permissions';
import type { Order } from '@portage/contract/orders';
import { orderNotPrintable, Refusal } from '../refusals.ts';

/** Why the labels of an order cannot be printed; undefined when they can be. */
export function labelRefusal({ orderStatus }: Pick<Order, 'orderStatus'>): Refusal | undefined {
  const permission = orderCan.printLabel({ orderStatus });
  if (permission.allowed) return undefined;
  const { reason } = permission;
  return reason === 'order_not_printable' ? orderNotPrintable(orderStatus) : new Refusal(reason);
}
