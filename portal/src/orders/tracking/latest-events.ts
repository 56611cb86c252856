import type { Order } from '@portage/contract/orders';
import { toMillis } from '@portage/contract/time';
import type { TrackingEvent } from '@portage/contract/tracking';

/** How many events the detail of an order shows (spec 1 §9). */
const SHOWN_EVENTS = 5;

/** The last events of an order, the newest first, with their timestamps in milliseconds. */
export function latestEvents({ timelineEvents }: Pick<Order, 'timelineEvents'>): TrackingEvent[] {
  return timelineEvents
    .map((event) => ({ ...event, timestamp: toMillis(event.timestamp) }))
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, SHOWN_EVENTS);
}
