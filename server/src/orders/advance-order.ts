import {
  mayBecome,
  orderStatuses,
  type Actor,
  type OrderStatus,
  CarrierStatus,
} from '@portage/contract/orders/order-status';
import { type Order, type TrackingEvent, SCANNED } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';

/** Names a package, or only the order. */
export interface Scan {
  trackingNumber: string;
  at: EpochMillis;
  city?: string | undefined;
}

/** Inserts by timestamp. */
const inTime = <Timed extends { time: EpochMillis }>(all: readonly Timed[], one: Timed): Timed[] =>
  all.toSpliced(all.findLastIndex(({ time }) => time <= one.time) + 1, 0, one);

/** A scan without a package or a city is one of the other scans. */
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

/** To the package's or the order's timeline. Throws `RangeError` for a foreign package. */
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

export interface StatusChange {
  to: OrderStatus;
  actor: Actor;
  at: EpochMillis;
  city?: string;
  failureNotes?: string;
}

/**
 * Adds the timeline event; `now` is the time of writing. After a clock was set back the event still
 * comes last. Throws as `changeStatus` does.
 */
export function advanceOrder(order: Order, change: StatusChange, now = change.at): Order {
  const { to, city } = change;
  const at = Math.max(change.at, order.timelineEvents.at(-1)?.timestamp ?? 0);
  const timelineEvents = withEvent(order.timelineEvents, {
    event: to,
    timestamp: at,
    trackingNumber: order.trackingNumber,
    ...(city !== undefined && { location: { city } }),
  });
  return {
    ...changeStatus(order, { ...change, at }),
    version: order.version + 1,
    modified: now,
    timelineEvents,
  };
}

/** The only change of a status. Throws `transition_not_allowed`. */
export function changeStatus(order: Order, change: StatusChange): Order {
  const { to, actor } = change;
  if (!mayBecome(order.orderStatus, to, actor)) {
    const names = { from: orderStatuses[order.orderStatus].name, to: orderStatuses[to].name };
    throw new ApiError('transition_not_allowed', names);
  }
  const { attentionClosedAt: _ofStatusBefore, ...others } = order;
  return { ...others, ...timestampsOf(change), orderStatus: to };
}

/** Sets or clears the timestamps of a status. */
function timestampsOf({ to, at, failureNotes }: StatusChange): Partial<Order> {
  switch (to) {
    case 'PICKUP_READY':
      return { pickupReadyAt: at };
    case 'GEOCODED':
    case 'CREATED':
      return { pickupReadyAt: undefined };
    case 'OUT_FOR_DELIVERY':
      return { outForDeliveryAt: at };
    case 'DELIVERED':
      return { deliveredAt: at };
    case 'DELIVERY_FAILED':
    case 'FAILED':
      return { failedAt: at, ...(failureNotes !== undefined && { failureNotes }) };
    default:
      return {};
  }
}

const CARRIER_STATUSES: ReadonlySet<string> = new Set(CarrierStatus.options);

export const isCarrierEvent = ({ event }: TrackingEvent): boolean => CARRIER_STATUSES.has(event);

const RANKS: ReadonlyMap<string, number> = new Map(
  [...CarrierStatus.options, 'ARCHIVED'].map((status, index) => [status, index + 1]),
);

/** Sorts statuses of one timestamp in their natural sequence, after other events. */
const rankOf = ({ event }: TrackingEvent) => RANKS.get(event) ?? 0;

const compare = (one: TrackingEvent, other: TrackingEvent) =>
  one.timestamp - other.timestamp || rankOf(one) - rankOf(other);

/** Inserts by timestamp. */
export function withEvent(events: readonly TrackingEvent[], event: TrackingEvent): TrackingEvent[] {
  const before = events.findLastIndex((one) => compare(one, event) <= 0);
  return events.toSpliced(before + 1, 0, event);
}

/** Merges timelines; at one timestamp the first timeline's events come first. */
export const mergeTimelines = (...timelines: readonly TrackingEvent[][]): TrackingEvent[] =>
  timelines.flat().sort(compare);
