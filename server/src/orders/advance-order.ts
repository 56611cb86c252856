import {
  mayBecome,
  orderStatuses,
  type Actor,
  type OrderStatus,
} from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';

import { withEvent } from './timeline.ts';

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

/** The timestamps that a status writes into the order, or takes out of it. */
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

/**
 * The order in another status: the only place where a status changes. Its timeline is the caller's
 * to tell. Throws `transition_not_allowed` when the table of statuses does not lead there for this
 * actor.
 */
export function changeStatus(order: Order, change: StatusChange): Order {
  const { to, actor } = change;
  if (!mayBecome(order.orderStatus, to, actor)) {
    const names = { from: orderStatuses[order.orderStatus].name, to: orderStatuses[to].name };
    throw new ApiError('transition_not_allowed', names);
  }
  return { ...order, ...timestampsOf(change), orderStatus: to };
}

/**
 * The order after a status change, with its timeline event. `now` is when it is written, by which
 * followers of changes go (docs/decisions/0012). Throws `transition_not_allowed` as `changeStatus` does.
 */
export function advanceOrder(order: Order, change: StatusChange, now = change.at): Order {
  const { to, at, city } = change;
  const timelineEvents = withEvent(order.timelineEvents, {
    event: to,
    timestamp: at,
    trackingNumber: order.trackingNumber,
    ...(city !== undefined && { location: { city } }),
  });
  return {
    ...changeStatus(order, change),
    version: order.version + 1,
    modified: now,
    timelineEvents,
  };
}
