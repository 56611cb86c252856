import type { Order } from '@portage/contract/orders';
import type { TrackingEvent } from '@portage/contract/tracking';
import { isCarrierEvent, mergeTimelines } from '../orders/timeline.ts';

/** What an order only is once each of its packages is. */
const OF_ALL_PACKAGES: ReadonlySet<string> = new Set(['DELIVERY_COMPLETED', 'DELIVERED']);

/**
 * The timeline of an order with what its packages' tracking tells of the order, too. A status of a
 * package is news where the order had another one until then: the first package that is loaded, and
 * the last one that is delivered. Such events carry the number of the package. It is told anew each
 * time, since a report that comes late may change what was news.
 */
export function withPackageNews(order: Order): TrackingEvent[] {
  const { trackingNumber, timelineEvents, trackingEvents, packages } = order;
  const reports = trackingEvents.filter(isCarrierEvent);
  if (reports.length === 0) return timelineEvents;

  const own = timelineEvents.filter((event) => event.trackingNumber === trackingNumber);
  const handedOver = new Map<string, Set<string>>();
  let status: string | undefined;
  const isNews = ({ event, trackingNumber: ofPackage }: TrackingEvent) => {
    if (!OF_ALL_PACKAGES.has(event)) return event !== status;
    const those = handedOver.get(event) ?? new Set();
    handedOver.set(event, those.add(ofPackage));
    return event !== status && those.size === packages.length;
  };
  return mergeTimelines(own, reports).filter((event) => {
    if (event.trackingNumber !== trackingNumber && !isNews(event)) return false;
    if (isCarrierEvent(event)) status = event.event;
    return true;
  });
}
