import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';

/** The reading of a package's barcode: which package, when, and in which city. */
export interface Scan {
  trackingNumber: string;
  /** When it happened. */
  at: EpochMillis;
  city: string;
}

/** The scans of each package with one more. */
function withScan(scanEvents: Order['scanEvents'], { trackingNumber, at, city }: Scan) {
  const scan = { time: at, location: city };
  const isScanned = scanEvents.some((one) => one.trackingNumber === trackingNumber);
  if (!isScanned) return [...scanEvents, { trackingNumber, events: [scan] }];
  return scanEvents.map((one) =>
    one.trackingNumber === trackingNumber ? { ...one, events: [...one.events, scan] } : one,
  );
}

/**
 * The order after a scan of one of its packages: in the package's scans and in its tracking. The
 * status does not change. Raises a `RangeError` for a package that is not the order's.
 */
export function recordScan(order: Order, scan: Scan): Order {
  const { trackingNumber, at, city } = scan;
  if (!order.packages.some((one) => one.trackingNumber === trackingNumber)) {
    throw new RangeError(`${trackingNumber} is not a package of order ${order.id}`);
  }
  const event = { event: 'SCANNED', timestamp: at, trackingNumber, location: { city } };
  return {
    ...order,
    version: order.version + 1,
    modified: at,
    scanEvents: withScan(order.scanEvents, scan),
    trackingEvents: [...order.trackingEvents, event],
  };
}
