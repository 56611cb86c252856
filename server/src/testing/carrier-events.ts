import { randomUUID } from 'node:crypto';
import type { CarrierEvent, CarrierEventOf } from '@portage/contract/orders/carrier';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { advanceOrder, recordScan } from '../orders/advance-order.ts';
import { draftOf, SOMEONE } from './insert-order.ts';

/** A located order of `packages` packages, not written. */
export function locatedOrder(
  createdAt: EpochMillis,
  { packageCount = 1, author = SOMEONE } = {},
): Order {
  const draft = draftOf(author, createdAt, { packages: undefined, packageCount });
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
