import type { Order } from '@portage/contract/orders/orders';
import type { TrackingEvent } from '@portage/contract/orders/tracking';
import { isCarrierEvent, mergeTimelines } from '../orders/timeline.ts';

/**
 * The timeline of an order with what its packages' tracking tells of the order, too. A status of a
 * package is news where the order had another one until then: the first package that is loaded, and
 * the last one that is delivered. Such events carry the number of the package. It is told anew each
 * time, since a report that comes late may change what was news. Where some packages are completed
 * and the others delivered, all are completed.
 */
export function withPackageNews(order: Order): TrackingEvent[] {
  const { trackingNumber, timelineEvents, trackingEvents, packages } = order;
  const reports = trackingEvents.filter(isCarrierEvent);
  if (reports.length === 0) return timelineEvents;

  const own = timelineEvents.filter((event) => event.trackingNumber === trackingNumber);
  const completed = new Set<string>();
  const delivered = new Set<string>();
  let status: string | undefined;
  /** What the order is after a report of a package; undefined while it waits for the others. */
  const statusAfter = ({ event, trackingNumber: ofPackage }: TrackingEvent) => {
    if (event !== 'DELIVERED' && event !== 'DELIVERY_COMPLETED') return event;
    completed.add(ofPackage);
    if (event === 'DELIVERED') delivered.add(ofPackage);
    if (delivered.size === packages.length) return 'DELIVERED';
    return completed.size === packages.length ? 'DELIVERY_COMPLETED' : undefined;
  };
  return mergeTimelines(own, reports).flatMap((event) => {
    if (event.trackingNumber === trackingNumber) {
      if (isCarrierEvent(event)) status = event.event;
      return event;
    }
    const news = statusAfter(event);
    if (news === undefined || news === status) return [];
    status = news;
    return news === event.event ? event : { ...event, event: news };
  });
}
