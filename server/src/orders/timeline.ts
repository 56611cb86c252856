import { CarrierStatus } from '@portage/contract/orders/order-status';
import type { TrackingEvent } from '@portage/contract/orders/tracking';

const CARRIER_STATUSES: ReadonlySet<string> = new Set(CarrierStatus.options);

/** Whether an event tells of a status that the carrier's systems report. */
export const isCarrierEvent = ({ event }: TrackingEvent): boolean => CARRIER_STATUSES.has(event);

const RANKS: ReadonlyMap<string, number> = new Map(
  [...CarrierStatus.options, 'ARCHIVED'].map((status, index) => [status, index + 1]),
);

/**
 * Statuses that the carrier reports for one timestamp stand as an order lives through them; everything
 * else stays in the sequence in which it came, before them.
 */
const rankOf = ({ event }: TrackingEvent) => RANKS.get(event) ?? 0;

const compare = (one: TrackingEvent, other: TrackingEvent) =>
  one.timestamp - other.timestamp || rankOf(one) - rankOf(other);

/** Events that are sorted by time, and one more in its place among them. */
export function withEvent(events: readonly TrackingEvent[], event: TrackingEvent): TrackingEvent[] {
  const before = events.findLastIndex((one) => compare(one, event) <= 0);
  return events.toSpliced(before + 1, 0, event);
}

/** The events of several timelines in one; of those that are level, the first timeline's come first. */
export const mergeTimelines = (...timelines: readonly TrackingEvent[][]): TrackingEvent[] =>
  timelines.flat().sort(compare);
