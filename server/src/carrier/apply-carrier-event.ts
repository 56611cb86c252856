import {
  type CarrierEvent,
  type CarrierEventOf,
  type CarrierEventOutcome,
  MOST_EVENTS_KEPT,
} from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { TrackingEvent } from '@portage/contract/orders/tracking';
import { recordScan } from '../orders/record-scan.ts';
import { ApiError } from '../api-error.ts';
import { changeWindow } from './change-window.ts';
import { followTimeline, hasFollowed, type Transition } from './follow-timeline.ts';
import { keepTask } from './keep-task.ts';
import { reportStatus } from './report-status.ts';

/** What an event made of an order. */
export interface AppliedEvent {
  order: Order;
  result: Extract<CarrierEventOutcome['result'], 'applied' | 'recorded'>;
  /** The steps of its status, those included that nobody reported. */
  transitions: Transition[];
}

/** How much of what was reported an order keeps. */
const countKept = (order: Order) =>
  order.timelineEvents.length +
  order.trackingEvents.length +
  order.otherScans.length +
  order.timeChangeEvents.length +
  order.tasks.length;

/** Throws why an order has nothing to do with an event. */
function requireRelated(order: Order, { trackingNumber, at }: CarrierEvent): void {
  const numbers = [order, ...order.packages].map((one) => one.trackingNumber);
  if (!numbers.includes(trackingNumber)) {
    throw new ApiError('tracking_number_unknown', { trackingNumber });
  }
  if (at < order.createdAt) throw new ApiError('event_before_order');
  if (order.orderStatus === 'ARCHIVED') throw new ApiError('order_archived');
  // A sender that runs wild must not make of an order what no page can hold any more.
  if (countKept(order) >= MOST_EVENTS_KEPT) {
    throw new ApiError('too_many_events', {
      trackingNumber: order.trackingNumber,
      limit: MOST_EVENTS_KEPT,
    });
  }
}

const isFailure = (status: string) => status === 'DELIVERY_FAILED' || status === 'FAILED';

/**
 * The order with the notes of a failure, unless a later failure was reported. A failure that the order
 * does not follow yet counts too: it may follow it by an event that comes after it.
 */
function withFailureNotes(order: Order, { status, at, notes }: CarrierEventOf<'STATUS'>): Order {
  const isLater = ({ event, timestamp }: TrackingEvent) => isFailure(event) && timestamp > at;
  const isLast = ![...order.timelineEvents, ...order.trackingEvents].some(isLater);
  return isFailure(status) && isLast ? { ...order, failureNotes: notes } : order;
}

/** What an event comes to. */
interface Judgement {
  order: Order;
  /** Whether the order is as the event says. */
  isAsTold: boolean;
  transitions?: Transition[];
}

function judge(order: Order, event: CarrierEvent, now: EpochMillis): Judgement {
  switch (event.type) {
    case 'STATUS': {
      const { order: followed, transitions } = followTimeline(reportStatus(order, event));
      const isAsTold = hasFollowed(followed, event.status, event.at);
      return { order: withFailureNotes(followed, event), isAsTold, transitions };
    }
    case 'SCAN':
      return { order: recordScan(order, event, now), isAsTold: true };
    case 'TIME_CHANGE': {
      const changed = changeWindow(order, event);
      return { order: changed, isAsTold: changed.timeChangeEvents.at(-1)?.timestamp === event.at };
    }
    default: {
      const kept = keepTask(order, event);
      return { order: kept, isAsTold: kept !== order };
    }
  }
}

/**
 * Applies what a system of the carrier saw to an order (docs/decisions/0015): the events of a journey
 * may come in any sequence, and make of an order what they would have made in the sequence in which
 * they happened. `now` is when it is written. Throws `tracking_number_unknown` for a package that the order does not
 * have, `event_before_order`, `too_many_events`, and the error `order_archived`.
 */
export function applyCarrierEvent(
  order: Order,
  event: CarrierEvent,
  now: EpochMillis,
): AppliedEvent {
  requireRelated(order, event);
  const { order: judged, isAsTold, transitions = [] } = judge(order, event, now);
  return {
    order: judged === order ? order : { ...judged, version: order.version + 1, modified: now },
    result: isAsTold ? 'applied' : 'recorded',
    transitions,
  };
}
