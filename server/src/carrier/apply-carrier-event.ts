import {
  type CarrierEvent,
  type CarrierEventOf,
  type CarrierEventOutcome,
  MOST_EVENTS_KEPT,
} from '@portage/contract/orders/carrier';
import type { Order, TrackingEvent } from '@portage/contract/orders/orders';
import { photoPath } from '@portage/contract/orders/photos';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { recordScan, withScan, withEvent } from '../orders/advance-order.ts';
import { isRedacted, withoutPerson } from '../orders/without-person.ts';
import {
  followTimeline,
  hasFollowed,
  type Transition,
  withPackageStatuses,
} from './follow-timeline.ts';

/** Keeps all, oldest first; the newest sets the window. */
function changeWindow(order: Order, change: CarrierEventOf<'TIME_CHANGE'>): Order {
  const { at, window, externalNotes, showExternalNotes } = change;
  const { timeChangeEvents } = order;
  const before = timeChangeEvents.findLastIndex(({ timestamp = 0 }) => timestamp <= at);
  const isNewest = before === timeChangeEvents.length - 1;
  return {
    ...order,
    ...(isNewest && { completeAfter: window.start, completeBefore: window.end }),
    timeChangeEvents: timeChangeEvents.toSpliced(before + 1, 0, {
      timestamp: at,
      showExternalNotes,
      externalNotes,
    }),
  };
}

/** Returns the same order when the known report is newer. */
function updateTask(order: Order, { at, task }: CarrierEventOf<'TASK'>): Order {
  const { completionPhotos, ...reported } = task;
  const known = order.tasks.find(({ id }) => id === task.id);
  if (known?.reportedAt !== undefined && known.reportedAt > at) return order;
  const completionPhotosUrl = completionPhotos?.map((photo) => photoPath(order.id, photo));
  const updated = {
    ...reported,
    ...(completionPhotosUrl && { completionPhotosUrl }),
    reportedAt: at,
  };
  return {
    ...order,
    tasks: known
      ? order.tasks.map((one) => (one === known ? updated : one))
      : [...order.tasks, updated],
  };
}

function timelineEventOf({ id }: Order, report: CarrierEventOf<'STATUS'>): TrackingEvent {
  const { status, at, trackingNumber, city, verificationPhotos, signaturePhotos } = report;
  const paths = (photos: readonly string[]) => photos.map((photo) => photoPath(id, photo));
  return {
    event: status,
    timestamp: at,
    trackingNumber,
    ...(city !== undefined && { location: { city } }),
    ...(verificationPhotos && { verificationPhotosUrls: paths(verificationPhotos) }),
    ...(signaturePhotos && { signaturePhotosUrls: paths(signaturePhotos) }),
  };
}

/** Adds to the timeline, or to the package's tracking. Keeps `orderStatus`. */
function reportStatus(order: Order, report: CarrierEventOf<'STATUS'>): Order {
  const event = timelineEventOf(order, report);
  const isOfOrder = report.trackingNumber === order.trackingNumber;
  const reported: Order = isOfOrder
    ? { ...order, timelineEvents: withEvent(order.timelineEvents, event) }
    : {
        ...order,
        ...withScan(order, report),
        trackingEvents: withEvent(order.trackingEvents, event),
      };
  return { ...reported, timelineEvents: withPackageStatuses(reported) };
}

export interface AppliedEvent {
  order: Order;
  result: Extract<CarrierEventOutcome['result'], 'applied' | 'recorded'>;
  /** Includes unreported steps. */
  transitions: Transition[];
}

const countKeptEvents = (order: Order) =>
  order.timelineEvents.length +
  order.trackingEvents.length +
  order.otherScans.length +
  order.timeChangeEvents.length +
  order.tasks.length;

function requireRelated(order: Order, { trackingNumber, at }: CarrierEvent): void {
  const numbers = [order, ...order.packages].map((one) => one.trackingNumber);
  if (!numbers.includes(trackingNumber)) {
    throw new ApiError('tracking_number_unknown', { trackingNumber });
  }
  if (at < order.createdAt) throw new ApiError('event_before_order');
  if (order.orderStatus === 'ARCHIVED') throw new ApiError('order_archived');
  // Keeps pages of the order loadable.
  if (countKeptEvents(order) >= MOST_EVENTS_KEPT) {
    throw new ApiError('too_many_events', {
      trackingNumber: order.trackingNumber,
      limit: MOST_EVENTS_KEPT,
    });
  }
}

const isFailure = (status: string) => status === 'DELIVERY_FAILED' || status === 'FAILED';

/** Keeps those of the latest failure, even before the order follows it. */
function withFailureNotes(order: Order, { status, at, notes }: CarrierEventOf<'STATUS'>): Order {
  const isLater = ({ event, timestamp }: TrackingEvent) => isFailure(event) && timestamp > at;
  const isLast = ![...order.timelineEvents, ...order.trackingEvents].some(isLater);
  return isFailure(status) && isLast ? { ...order, failureNotes: notes } : order;
}

interface AppliedByType {
  order: Order;
  /** False when a later event already decides. */
  isCurrent: boolean;
  transitions?: Transition[];
}

function applyByType(order: Order, event: CarrierEvent, now: EpochMillis): AppliedByType {
  switch (event.type) {
    case 'STATUS': {
      const { order: followed, transitions } = followTimeline(reportStatus(order, event));
      const isCurrent = hasFollowed(followed, event.status, event.at);
      return { order: withFailureNotes(followed, event), isCurrent, transitions };
    }
    case 'SCAN':
      return { order: recordScan(order, event, now), isCurrent: true };
    case 'TIME_CHANGE': {
      const changed = changeWindow(order, event);
      return { order: changed, isCurrent: changed.timeChangeEvents.at(-1)?.timestamp === event.at };
    }
    default: {
      const updated = updateTask(order, event);
      return { order: updated, isCurrent: updated !== order };
    }
  }
}

/**
 * Result of the chronological order, in any order of arrival (docs/decisions/0015). Throws
 * `tracking_number_unknown`, `event_before_order`, `order_archived` or `too_many_events`.
 */
export function applyCarrierEvent(
  order: Order,
  event: CarrierEvent,
  now: EpochMillis,
): AppliedEvent {
  requireRelated(order, event);
  const { order: applied, isCurrent, transitions = [] } = applyByType(order, event, now);
  // Drops late notes and photos of an erased recipient.
  const kept = isRedacted(order) ? withoutPerson(applied) : applied;
  return {
    order: applied === order ? order : { ...kept, version: order.version + 1, modified: now },
    result: isCurrent ? 'applied' : 'recorded',
    transitions,
  };
}
