import { CarrierStatus, type OrderStatus, mayBecome } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { changeStatus } from '../orders/advance-order.ts';
import { isCarrierEvent } from '../orders/timeline.ts';

/** The steps from each status to each other one that were asked for already: the table is fixed. */
const paths = new Map<string, readonly CarrierStatus[] | undefined>();

/**
 * The fewest steps by which the carrier may take an order from one status to another, that one
 * included: none to the same status, undefined where the table does not lead there. Of equally many
 * it takes those through statuses that come first in an order's life.
 */
function carrierPath(from: OrderStatus, to: CarrierStatus): readonly CarrierStatus[] | undefined {
  const key = `${from} ${to}`;
  if (!paths.has(key)) paths.set(key, findPath(from, to));
  return paths.get(key);
}

function findPath(from: OrderStatus, to: CarrierStatus): readonly CarrierStatus[] | undefined {
  if (from === to) return [];
  const reached = new Set<OrderStatus>([from]);
  let ways: CarrierStatus[][] = [[]];
  while (ways.length > 0) {
    ways = ways.flatMap((way) =>
      CarrierStatus.options
        .filter((next) => !reached.has(next) && mayBecome(way.at(-1) ?? from, next, 'carrier'))
        .map((next) => {
          reached.add(next);
          return [...way, next];
        }),
    );
    const found = ways.find((way) => way.at(-1) === to);
    if (found) return found;
  }
  return undefined;
}

/** A status change that the carrier caused. */
export interface Transition {
  from: OrderStatus;
  to: CarrierStatus;
}

/** Which event of the timeline the order follows: the last one that tells of the status it has. */
const indexOfFollowed = ({ timelineEvents, orderStatus }: Order) =>
  timelineEvents.findLastIndex((one) => one.event === orderStatus && isCarrierEvent(one));

/** When an order left, arrived and failed last, by what its timeline tells until the event it follows. */
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

/**
 * Takes an order to where its timeline says that the carrier has it, step by step as the table of
 * statuses allows, and tells the steps. What stands before the event that the order follows now does
 * not move it back, and neither does what the table does not lead to. Steps that nobody reported are
 * caught up.
 */
export function followTimeline(order: Order): { order: Order; transitions: Transition[] } {
  const transitions: Transition[] = [];
  let followed = order;
  for (const told of order.timelineEvents
    .slice(indexOfFollowed(order) + 1)
    .filter(isCarrierEvent)) {
    const path = carrierPath(followed.orderStatus, told.event as CarrierStatus) ?? [];
    for (const to of path) {
      transitions.push({ from: followed.orderStatus, to });
      followed = changeStatus(followed, { to, actor: 'carrier', at: told.timestamp });
    }
  }
  return { order: { ...followed, ...timestampsOf(followed) }, transitions };
}

/** Whether an order is where an event of this status and timestamp takes it, and not further on. */
export function hasFollowed(order: Order, status: CarrierStatus, at: EpochMillis): boolean {
  const followed = order.timelineEvents[indexOfFollowed(order)];
  return followed?.event === status && followed.timestamp <= at;
}
