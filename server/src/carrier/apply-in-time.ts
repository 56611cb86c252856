import type { CarrierEvent } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { ChangedOrder } from '../orders/change-orders.ts';
import { ApiError } from '../api-error.ts';
import { type AppliedEvent, applyCarrierEvent } from './apply-carrier-event.ts';

/** What an order makes of an event: how far it is followed, or why it is refused. */
export type Finding = AppliedEvent['result'] | ApiError;

/** What applying events needs beside the order. */
export interface Circumstances {
  now: EpochMillis;
  /** Whether a photo is there, and of this order. */
  hasPhoto: (order: Order, photoId: string) => boolean;
  /** Told of what no rule foresees. */
  onFault: (error: unknown, order: Order, event: CarrierEvent) => void;
}

/** The ids of the photos that an event names. */
export function photosNamedBy(event: CarrierEvent): readonly string[] {
  if (event.type === 'TASK') return event.task.completionPhotos ?? [];
  if (event.type !== 'STATUS') return [];
  return [...(event.verificationPhotos ?? []), ...(event.signaturePhotos ?? [])];
}

function apply(
  order: Order,
  event: CarrierEvent,
  { now, hasPhoto, onFault }: Circumstances,
): AppliedEvent | ApiError {
  try {
    if (!photosNamedBy(event).every((photo) => hasPhoto(order, photo))) {
      return new ApiError('photo_not_found');
    }
    return applyCarrierEvent(order, event, now);
  } catch (error) {
    if (error instanceof ApiError) return error;
    onFault(error, order, event);
    return new ApiError('internal_error');
  }
}

/**
 * Applies events to an order in the order of time, with a finding and, where its status changes, an
 * audit entry each. One that is refused, or fails by a fault of ours, concerns no other.
 */
export function applyInTime(
  before: Order,
  events: readonly CarrierEvent[],
  circumstances: Circumstances,
): ChangedOrder & { findings: Map<CarrierEvent, Finding> } {
  let order = before;
  const findings = new Map<CarrierEvent, Finding>();
  const audit = events
    .toSorted((one, other) => one.at - other.at)
    .flatMap((event) => {
      const applied = apply(order, event, circumstances);
      if (applied instanceof ApiError) {
        findings.set(event, applied);
        return [];
      }
      ({ order } = applied);
      findings.set(event, applied.result);
      return applied.transitions.map(
        (transition) =>
          ({
            actor: 'carrier',
            action: 'order.status_changed',
            details: { ...transition },
          }) as const,
      );
    });
  return { order, audit, findings };
}
