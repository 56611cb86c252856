import type { Order } from '@portage/contract/orders/orders';

/** What of an order lists are filtered by and an order is found by, and stays while it travels. */
const LASTING = [
  'id',
  'trackingNumber',
  'refNumber',
  'service',
  'deliveryType',
  'recipient',
  'returnFrom',
  'recipientAddress',
  'dtoRecipientAddress',
  'originAddress',
  'merchantDisplayName',
  'customFields',
  'orderItems',
  'tags',
] as const satisfies readonly (keyof Order)[];

/** The parts of an order that its lasting columns are read out of. */
export type LastingParts = Pick<Order, (typeof LASTING)[number]>;

/** Whether two versions of an order share the very parts that its lasting columns are read out of. */
export const hasSameLastingParts = (before: Order, after: Order) =>
  LASTING.every((part) => before[part] === after[part]);
