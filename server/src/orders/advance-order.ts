import { mayBecome, type Actor, type OrderStatus } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import { transitionNotAllowed } from '../refusals.ts';
import { momentsOf, withEvent } from './timeline.ts';

/** A status change: what the order becomes, who causes it, and what is known of it. */
export interface StatusChange {
  to: OrderStatus;
  actor: Actor;
  /** When it happened. */
  at: EpochMillis;
  /** Where it happened, for the timeline. */
  city?: string;
  /** Why a delivery failed. */
  failureNotes?: string;
}

/** Since when the order is ready, after it became ready or stopped being so. */
function readinessOf({ to, at }: Pick<StatusChange, 'to' | 'at'>): Pick<Order, 'pickupReadyAt'> {
  switch (to) {
    case 'PICKUP_READY':
      return { pickupReadyAt: at };
    case 'GEOCODED':
    case 'CREATED':
      return { pickupReadyAt: undefined };
    default:
      return {};
  }
}

/**
 * The order in another status: the only place where a status changes. Its timeline is the caller's
 * to tell. Raises `transitionNotAllowed` when the table of statuses does not lead there for this
 * actor.
 */
export function changeStatus(
  order: Order,
  { to, actor, at }: Pick<StatusChange, 'to' | 'actor' | 'at'>,
): Order {
  if (!mayBecome(order.orderStatus, to, actor)) throw transitionNotAllowed(order.orderStatus, to);
  return { ...order, ...readinessOf({ to, at }), orderStatus: to };
}

/**
 * The order after a status change, with its timeline event. `now` is when it is written, by which
 * followers of changes go (docs/decisions/0012). Raises `transitionNotAllowed` as `changeStatus` does.
 */
export function advanceOrder(order: Order, change: StatusChange, now = change.at): Order {
  const { to, at, city, failureNotes } = change;
  const timelineEvents = withEvent(order.timelineEvents, {
    event: to,
    timestamp: at,
    trackingNumber: order.trackingNumber,
    ...(city !== undefined && { location: { city } }),
  });
  return {
    ...changeStatus(order, change),
    ...momentsOf(timelineEvents),
    ...(failureNotes !== undefined && { failureNotes }),
    version: order.version + 1,
    modified: now,
    timelineEvents,
  };
}
