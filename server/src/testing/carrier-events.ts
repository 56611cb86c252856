import { randomUUID } from 'node:crypto';
import type { CarrierEvent, CarrierEventOf } from '@portage/contract/orders/carrier';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { advanceOrder, recordScan } from '../orders/advance-order.ts';
import { draftOrder } from '../orders/order-document.ts';
import { newOrderPayload } from './make-order.ts';

const AUTHOR = { merchantId: '019c0000-0000-7000-8000-000000000000', username: 'someone' };

/** A located order of `packages` packages, not written. */
export function locatedOrder(
  createdAt: EpochMillis,
  { packageCount = 1, author = AUTHOR } = {},
): Order {
  const newOrder = NewOrder.parse(newOrderPayload({ packages: undefined, packageCount }));
  const draft = draftOrder(newOrder, author, createdAt);
  return advanceOrder(draft, { to: 'GEOCODED', actor: 'system', at: createdAt });
}

/** The order after a scan of its first package. */
export const scannedOrder = (order: Order, at: EpochMillis): Order =>
  recordScan(order, { trackingNumber: `${order.trackingNumber}-1`, at, city: 'Toronto' });

export function statusReport(
  { trackingNumber }: Pick<Order, 'trackingNumber'>,
  status: CarrierStatus,
  at: EpochMillis,
  more: Partial<CarrierEventOf<'STATUS'>> = {},
): CarrierEvent {
  return { id: randomUUID(), trackingNumber, at, type: 'STATUS', status, ...more };
}
