import { CarrierStatus, type OrderStatus, mayBecome } from '@portage/contract/orders/order-status';
import type { Order, TrackingEvent } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { changeStatus, isCarrierEvent, mergeTimelines } from '../orders/advance-order.ts';

/** Adds the first loaded and the last delivered status; rebuilds all, as reports may be late. */
export function withPackageStatuses(order: Order): TrackingEvent[] {
  const { trackingNumber, timelineEvents, trackingEvents, packages } = order;
  const reports = trackingEvents.filter(isCarrierEvent);
  if (reports.length === 0) return timelineEvents;

  const own = timelineEvents.filter((event) => event.trackingNumber === trackingNumber);
  const completed = new Set<string>();
  const delivered = new Set<string>();
  let status: string | undefined;
  /** Undefined while other packages are outstanding. */
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
    const next = statusAfter(event);
    if (next === undefined || next === status) return [];
    status = next;
    return next === event.event ? event : { ...event, event: next };
  });
}

const pathCache = new Map<string, readonly CarrierStatus[] | undefined>();

/** Searched once: an event that cannot be followed is met again with each later one. */
function carrierPath(from: OrderStatus, to: CarrierStatus): readonly CarrierStatus[] | undefined {
  const key = `${from} ${to}`;
  if (!pathCache.has(key)) pathCache.set(key, findPath(from, to));
  return pathCache.get(key);
}

/** Shortest path with `to`; undefined without one. Prefers earlier statuses. */
function findPath(from: OrderStatus, to: CarrierStatus): readonly CarrierStatus[] | undefined {
  if (from === to) return [];
  const reached = new Set<OrderStatus>([from]);
  let paths: CarrierStatus[][] = [[]];
  while (paths.length > 0) {
    paths = paths.flatMap((path) =>
      CarrierStatus.options
        .filter((next) => !reached.has(next) && mayBecome(path.at(-1) ?? from, next, 'carrier'))
        .map((next) => {
          reached.add(next);
          return [...path, next];
        }),
    );
    const found = paths.find((path) => path.at(-1) === to);
    if (found) return found;
  }
  return undefined;
}

export interface Transition {
  from: OrderStatus;
  to: CarrierStatus;
}

/** -1 without one. */
const indexOfFollowed = ({ timelineEvents, orderStatus }: Order) =>
  timelineEvents.findLastIndex((one) => one.event === orderStatus && isCarrierEvent(one));

/** Up to the event that the order follows. */
function timestampsOf(order: Order): Pick<Order, 'outForDeliveryAt' | 'deliveredAt' | 'failedAt'> {
  const past = order.timelineEvents.slice(0, indexOfFollowed(order) + 1);
  const lastOf = (...statuses: readonly string[]) =>
    past.findLast(({ event }) => statuses.includes(event))?.timestamp;
  return {
    outForDeliveryAt: lastOf('OUT_FOR_DELIVERY'),
    deliveredAt: lastOf('DELIVERED'),
    failedAt: lastOf('DELIVERY_FAILED', 'FAILED'),
  };
}

/** Follows the status table, adding unreported steps; never moves back. */
export function followTimeline(order: Order): { order: Order; transitions: Transition[] } {
  const transitions: Transition[] = [];
  let followed = order;
  for (const event of order.timelineEvents
    .slice(indexOfFollowed(order) + 1)
    .filter(isCarrierEvent)) {
    const path = carrierPath(followed.orderStatus, event.event as CarrierStatus) ?? [];
    for (const to of path) {
      transitions.push({ from: followed.orderStatus, to });
      followed = changeStatus(followed, { to, actor: 'carrier', at: event.timestamp });
    }
  }
  return { order: { ...followed, ...timestampsOf(followed) }, transitions };
}

/** Returns true for a status reached at this timestamp or before. */
export function hasFollowed(order: Order, status: CarrierStatus, at: EpochMillis): boolean {
  const followed = order.timelineEvents[indexOfFollowed(order)];
  return followed?.event === status && followed.timestamp <= at;
}
