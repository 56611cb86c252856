import type { Locale } from '@portage/contract/locale';
import { statusName } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { toMillis } from '@portage/contract/time';
import { SCANNED, scannedName, type TrackingEvent } from '@portage/contract/orders/tracking';

/** How many events the tracking card shows (spec 1 §9). */
const SHOWN_EVENTS = 5;

/** What happened to an order, or to one of its packages. */
interface Timeline {
  readonly trackingNumber: string;
  /** The newest first, with their timestamps in milliseconds. */
  readonly events: readonly TrackingEvent[];
}

/** The last events of an order, the newest first, with their timestamps in milliseconds. */
export function latestEvents(order: Pick<Order, 'timelineEvents'>): TrackingEvent[] {
  return newestFirst(order.timelineEvents).slice(0, SHOWN_EVENTS);
}

/** The timeline of an order. */
export function orderTimeline(order: Pick<Order, 'trackingNumber' | 'timelineEvents'>): Timeline {
  return { trackingNumber: order.trackingNumber, events: newestFirst(order.timelineEvents) };
}

/**
 * The timelines of the packages of an order, in the sequence of their numbers, and of packages that it
 * had before an edit.
 */
export function packageTimelines(order: Pick<Order, 'packages' | 'trackingEvents'>): Timeline[] {
  const events = Map.groupBy(order.trackingEvents, ({ trackingNumber }) => trackingNumber);
  const numbers = order.packages.map(({ trackingNumber }) => trackingNumber);
  return [...new Set([...numbers, ...events.keys()])].map((trackingNumber) => ({
    trackingNumber,
    events: newestFirst(events.get(trackingNumber) ?? []),
  }));
}

/** What an event is called: by the status it carries, a scan as such, others as the carrier calls them. */
export function eventName({ event }: Pick<TrackingEvent, 'event'>, locale: Locale): string {
  return event === SCANNED ? scannedName[locale] : statusName(event, locale);
}

/**
 * A key for each of a list's events, the newest first, that stays the same when newer ones come. Alike
 * events are counted, the oldest first.
 */
export function eventKeys(events: readonly TrackingEvent[]): string[] {
  const counts = new Map<string, number>();
  const keyOf = ({ event, timestamp, trackingNumber }: TrackingEvent) => {
    const alike = `${event} ${timestamp} ${trackingNumber}`;
    const count = (counts.get(alike) ?? 0) + 1;
    counts.set(alike, count);
    return `${alike} ${count}`;
  };
  return events.toReversed().map(keyOf).toReversed();
}

/** Documents have them oldest first; of two events of one timestamp the later one stands first. */
function newestFirst(events: readonly TrackingEvent[]): TrackingEvent[] {
  return events
    .map((event) => ({ ...event, timestamp: toMillis(event.timestamp) }))
    .toReversed()
    .sort((one, other) => other.timestamp - one.timestamp);
}
