import type { Actor, OrderStatus } from '@portage/contract/orders/order-status';
import { HOUR } from '@portage/contract/time';

/** A step of a route: the status, its actor, and the time since creation. */
export interface Step {
  to: OrderStatus;
  actor: Actor;
  /** Milliseconds. */
  after: number;
}

/** A status that the carrier reports, some hours after creation. */
const carried = (to: OrderStatus, hours: number): Step => ({
  to,
  actor: 'carrier',
  after: hours * HOUR,
});

const ready: Step = { to: 'PICKUP_READY', actor: 'merchant', after: 3 * HOUR };
const archived: Step = { to: 'ARCHIVED', actor: 'system', after: 181 * 24 * HOUR };

const onTheRoad: readonly Step[] = [
  ready,
  carried('CARRIER_PICKED_UP', 6),
  carried('SHIPMENT_PROCESSING', 9),
  carried('RECEIVED_AT_DESTINATION', 12),
  carried('OUT_FOR_DELIVERY', 15),
];

/** Routes of orders through the statuses after they were located. */
export const WAYS = {
  delivered: [...onTheRoad, carried('DELIVERY_EN_ROUTE', 18), carried('DELIVERED', 21), archived],
  returned: [
    ...onTheRoad,
    carried('DELIVERY_FAILED', 21),
    carried('RETURN_TO_SENDER', 48),
    archived,
  ],
  lost: [ready, carried('CARRIER_PICKED_UP', 6), carried('LOST', 96)],
  cancelled: [{ to: 'CANCELLED', actor: 'merchant', after: 2 * HOUR }],
} as const satisfies Record<string, readonly Step[]>;

export type Way = keyof typeof WAYS;

/** Returns the number of steps at an age in milliseconds. */
export function stepsTaken(way: Way, age: number): number {
  return WAYS[way].filter(({ after }) => after <= age).length;
}
