import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { SCANNED, type TrackingEvent } from '@portage/contract/orders/tracking';
import { withEvent } from './advance-order.ts';

/** The reading of a barcode: of a package or, with the order's number, of none in particular. */
export interface Scan {
  trackingNumber: string;
  at: EpochMillis;
  city?: string | undefined;
}

/** Things with a timestamp, and one more in its place among them. */
const inTime = <Timed extends { time: EpochMillis }>(all: readonly Timed[], one: Timed): Timed[] =>
  all.toSpliced(all.findLastIndex(({ time }) => time <= one.time) + 1, 0, one);

/** The scans of an order with one more; without a package or a city it is one of the other scans. */
export function withScan(
  { trackingNumber: ofOrder, scanEvents, otherScans }: Order,
  { trackingNumber, at, city }: Scan,
): Pick<Order, 'scanEvents' | 'otherScans'> {
  if (trackingNumber === ofOrder || city === undefined) {
    return { scanEvents, otherScans: inTime(otherScans, { time: at }) };
  }
  const scan = { time: at, location: city };
  const isScanned = scanEvents.some((one) => one.trackingNumber === trackingNumber);
  const scans = isScanned ? scanEvents : [...scanEvents, { trackingNumber, events: [] }];
  return {
    otherScans,
    scanEvents: scans.map((one) =>
      one.trackingNumber === trackingNumber ? { ...one, events: inTime(one.events, scan) } : one,
    ),
  };
}

/**
 * The order after a scan: in its scans, and in the tracking of its package or, when none is named, in
 * its timeline. The status does not change. `now` is when it is written. Throws a `RangeError` for a
 * package that is not the order's.
 */
export function recordScan(order: Order, scan: Scan, now = scan.at): Order {
  const { trackingNumber, at, city } = scan;
  const isOfOrder = trackingNumber === order.trackingNumber;
  if (!isOfOrder && !order.packages.some((one) => one.trackingNumber === trackingNumber)) {
    throw new RangeError(`${trackingNumber} is not a package of order ${order.id}`);
  }
  const event: TrackingEvent = {
    event: SCANNED,
    timestamp: at,
    trackingNumber,
    ...(city !== undefined && { location: { city } }),
  };
  return {
    ...order,
    ...withScan(order, scan),
    ...(isOfOrder
      ? { timelineEvents: withEvent(order.timelineEvents, event) }
      : { trackingEvents: withEvent(order.trackingEvents, event) }),
    version: order.version + 1,
    modified: now,
  };
}
