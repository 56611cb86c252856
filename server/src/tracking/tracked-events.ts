import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { toMillis, type EpochMillis } from '@portage/contract/time';
import { hasStanding } from './standings.ts';

/** The most events that a page tells, the newest: it stays small however many there are. */
export const MOST_EVENTS = 15;

/** What of an order's life its recipient is told of. */
export type TrackedEventName =
  | Exclude<
      OrderStatus,
      | 'GEOCODED'
      | 'GEOCODEDFAILED'
      | 'OUT_OF_FSA'
      | 'UNSUPPORTED_WEIGHT'
      | 'RATE_FAILED'
      | 'INVALIDTIME'
      | 'ARCHIVED'
    >
  | 'SCANNED'
  | 'TIME_CHANGED';

/** Something that happened to an order, as its recipient is told. */
export interface TrackedEvent {
  readonly name: TrackedEventName;
  readonly at: EpochMillis;
  readonly city?: string;
  /** Which package it happened to, from 1; undefined where it was the whole order. */
  readonly package?: number;
}

/** What happens inside Portage, before the carrier has anything in its hands. */
const INTERNAL: ReadonlySet<string> = new Set([
  'GEOCODED',
  'GEOCODEDFAILED',
  'OUT_OF_FSA',
  'UNSUPPORTED_WEIGHT',
  'RATE_FAILED',
  'INVALIDTIME',
]);

/** Events may have any name; those without words of ours are not told. */
const isTold = (name: string): name is TrackedEventName =>
  name === 'SCANNED' || (hasStanding(name) && !INTERNAL.has(name));

/** Statuses that come before an order is ready: what was made ready is not any more. */
const NOT_READY: ReadonlySet<string> = new Set(['CREATED', ...INTERNAL]);

/**
 * A timeline without what the merchant began anew: an edited order is placed, and made ready, again.
 * It was received once, and is packed as long as nobody takes that back.
 */
function withoutBeginnings(timeline: Order['timelineEvents']): Order['timelineEvents'] {
  const received = timeline.findIndex(({ event }) => event === 'CREATED');
  const takenBack = timeline.findLastIndex(({ event }) => NOT_READY.has(event));
  return timeline.filter(
    ({ event }, index) =>
      !(event === 'CREATED' && index > received) &&
      !(event === 'PICKUP_READY' && index < takenBack),
  );
}

/** A package's event this near one of the whole order, in the same city, says nothing new. */
const SAME_OCCASION = 15 * 60 * 1000;

type Recorded = Order['timelineEvents'][number];

function trackedEvent({ event, timestamp, location }: Recorded): TrackedEvent[] {
  if (!isTold(event)) return [];
  const city = location?.city;
  return [{ name: event, at: toMillis(timestamp), ...(city && { city }) }];
}

function packageEvent(recorded: Recorded, packageCount: number): TrackedEvent[] {
  const ordinal = Number(/-(\d{1,2})$/.exec(recorded.trackingNumber)?.[1]);
  const isOneOfSeveral = packageCount > 1 && ordinal >= 1 && recorded.event !== 'SCANNED';
  return trackedEvent(recorded).map((event) =>
    isOneOfSeveral ? { ...event, package: ordinal } : event,
  );
}

const timeChange = ({ timestamp }: Order['timeChangeEvents'][number]): TrackedEvent[] =>
  timestamp === undefined ? [] : [{ name: 'TIME_CHANGED', at: toMillis(timestamp) }];

/** Of scans one after the other in one city, the last. */
const isScannedOn = (event: TrackedEvent, next: TrackedEvent | undefined) =>
  event.name === 'SCANNED' && next?.name === 'SCANNED' && event.city === next.city;

/** What happened to an order and its packages, as its recipient is told, newest first. */
export function trackedEvents(
  order: Pick<Order, 'timelineEvents' | 'trackingEvents' | 'timeChangeEvents' | 'packageCount'>,
): TrackedEvent[] {
  const ofOrder = withoutBeginnings(order.timelineEvents).flatMap(trackedEvent);
  const ofPackages = order.trackingEvents
    .flatMap((recorded) => packageEvent(recorded, order.packageCount))
    .filter(
      ({ at, city }) =>
        !ofOrder.some((one) => one.city === city && Math.abs(one.at - at) <= SAME_OCCASION),
    );
  return [...ofOrder, ...ofPackages, ...order.timeChangeEvents.flatMap(timeChange)]
    .sort((a, b) => a.at - b.at)
    .filter((event, index, all) => !isScannedOn(event, all[index + 1]))
    .reverse();
}
