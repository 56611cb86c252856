import type { Locale } from '@portage/contract/locale';
import {
  type CarrierEvent,
  type CarrierEventOutcome,
  CLOCK_TOLERANCE,
  REPORTABLE_FOR,
} from '@portage/contract/orders/carrier';
import { type OrderStatus, isSuperseded } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { type EpochMillis, DAY, SECOND } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { type Executor, pingDatabase } from '../db/database.ts';
import { isDatabaseLost } from '../db/lost-connections.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { changeOrders, type ChangedOrder, orderTransaction } from '../orders/change-orders.ts';
import { type AppliedEvent, applyCarrierEvent } from './apply-carrier-event.ts';
import { deleteCarrierEvents, insertCarrierEvents, listPhotosOfOrders } from './carrier-queries.ts';
import { findTrackedOrders } from './find-tracked-orders.ts';

type EventResult = AppliedEvent['result'] | ApiError;

interface ApplyOptions {
  now: EpochMillis;
  hasPhoto: (order: Order, photoId: string) => boolean;
  onFault: (error: unknown, order: Order, event: CarrierEvent) => void;
}

function photosNamedBy(event: CarrierEvent): readonly string[] {
  if (event.type === 'TASK') return event.task.completionPhotos ?? [];
  if (event.type !== 'STATUS') return [];
  return [...(event.verificationPhotos ?? []), ...(event.signaturePhotos ?? [])];
}

function apply(
  order: Order,
  event: CarrierEvent,
  { now, hasPhoto, onFault }: ApplyOptions,
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

/** Returns results in the sequence of events, and audit entries. Isolates refused events. */
export function applyInTime(
  before: Order,
  events: readonly CarrierEvent[],
  options: ApplyOptions,
): ChangedOrder & { results: Map<CarrierEvent, EventResult> } {
  let order = before;
  const results = new Map<CarrierEvent, EventResult>();
  const audit = events
    .toSorted((one, other) => one.at - other.at)
    .flatMap((event) => {
      const applied = apply(order, event, options);
      if (applied instanceof ApiError) {
        results.set(event, applied);
        return [];
      }
      ({ order } = applied);
      results.set(event, applied.result);
      return applied.transitions.map(
        (transition) =>
          ({
            actor: 'carrier',
            action: 'order.status_changed',
            details: { ...transition },
          }) as const,
      );
    });
  return { order, audit, results };
}

interface TrackedEvent {
  event: CarrierEvent;
  orderId: string;
}

/** The order's status now, or the refusal. */
type Outcome =
  | {
      result: AppliedEvent['result'] | 'duplicate';
      status: OrderStatus;
      /** The scanned label was superseded. */
      labelSuperseded?: true;
    }
  | ApiError;

/** Returns the new events, without repetitions. */
async function recordNewEvents(
  trx: Executor,
  merchantId: string,
  tracked: readonly TrackedEvent[],
  now: EpochMillis,
): Promise<TrackedEvent[]> {
  const firsts = new Map(tracked.toReversed().map((one) => [one.event.id, one]));
  const rows = Array.from(firsts, ([id, { orderId }]) => ({ id, orderId }));
  const unseen = await insertCarrierEvents(trx, merchantId, rows, now);
  return [...firsts.values()].filter(({ event }) => unseen.has(event.id));
}

/** Runs no query without photos. */
async function findPhotos(
  trx: Executor,
  merchantId: string,
  tracked: readonly TrackedEvent[],
): Promise<ApplyOptions['hasPhoto']> {
  const naming = tracked.filter(({ event }) => photosNamedBy(event).length > 0);
  const orderIds = naming.map(({ orderId }) => orderId);
  const photos = naming.length > 0 ? await listPhotosOfOrders(trx, merchantId, orderIds) : [];
  const known = new Set(photos.map(({ id, orderId }) => `${orderId}/${id}`));
  return (order, photoId) => known.has(`${order.id}/${photoId}`);
}

/** Milliseconds; gathers events into one call to the shop. */
const TELL_SHOP_LATER = 2 * SECOND;

/** One merchant's events in one transaction. Refused ones can be sent again. Throws `busy`. */
function applyEvents(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  merchantId: string,
  tracked: readonly TrackedEvent[],
): Promise<Map<CarrierEvent, Outcome>> {
  const ids = [...new Set(tracked.map(({ orderId }) => orderId))];
  const onFault: ApplyOptions['onFault'] = (error, order, event) => {
    log.error(
      { err: error, orderId: order.id, eventId: event.id },
      'an event could not be applied',
    );
  };

  const transaction = async (trx: Executor) => {
    const newEvents = await recordNewEvents(trx, merchantId, tracked, clock.now());
    const hasPhoto = await findPhotos(trx, merchantId, newEvents);
    const newEventsOf = Map.groupBy(newEvents, ({ orderId }) => orderId);
    const results = new Map<CarrierEvent, EventResult>();
    const changed = await changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      const events = (newEventsOf.get(order.id) ?? []).map(({ event }) => event);
      const applied = applyInTime(order, events, { now, hasPhoto, onFault });
      for (const [event, result] of applied.results) results.set(event, result);
      return applied;
    });

    const shopOrders = changed.filter(({ order }) => order && shopOrderIdOf(order) !== undefined);
    for (const { order } of shopOrders) {
      if (!order || !newEventsOf.has(order.id)) continue;
      const options = { key: `shop events ${order.id}`, delay: TELL_SHOP_LATER };
      const told = { merchantId, orderId: order.id };
      await insertJob(trx, 'tell-delivery-events', told, options);
    }

    const orders = new Map(changed.map(({ order }, index) => [ids[index], order]));
    const outcomeOf = ({ event, orderId }: TrackedEvent): Outcome => {
      const order = orders.get(orderId);
      const result = results.get(event) ?? 'duplicate';
      if (!order) return new ApiError('order_deleted', { trackingNumber: event.trackingNumber });
      if (result instanceof ApiError) return result;
      const labelSuperseded = isSuperseded(event.labelVersion, order) || undefined;
      return { result, status: order.orderStatus, ...(labelSuperseded && { labelSuperseded }) };
    };
    const outcomes = new Map(tracked.map((one) => [one.event, outcomeOf(one)]));
    const refused = newEvents.filter(({ event }) => outcomes.get(event) instanceof ApiError);
    if (refused.length > 0) {
      await deleteCarrierEvents(
        trx,
        merchantId,
        refused.map(({ event }) => event.id),
      );
    }
    return outcomes;
  };
  return orderTransaction(db, transaction);
}

/** In the future, or too old. */
function timestampError({ at }: CarrierEvent, now: EpochMillis): ApiError | undefined {
  if (at > now + CLOCK_TOLERANCE) return new ApiError('event_in_future');
  return at < now - REPORTABLE_FOR
    ? new ApiError('event_too_old', { days: REPORTABLE_FOR / DAY })
    : undefined;
}

/** The refusal of a merchant's events, which can be sent again. Throws for a lost database. */
async function refusalOf(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  merchantId: string,
  error: unknown,
): Promise<ApiError> {
  if (isApiError(error)) return error;
  await pingDatabase(db);
  log.error({ err: error, merchantId }, 'the events of a merchant could not be applied');
  const isLost = error instanceof Error && isDatabaseLost(error);
  return new ApiError(isLost ? 'not_ready' : 'internal_error');
}

/** One transaction per merchant, which fails alone (docs/decisions/0015). Throws when all fail. */
export async function reportEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  events: readonly CarrierEvent[],
  locale: Locale,
): Promise<CarrierEventOutcome[]> {
  const now = deps.clock.now();
  const timely = events.filter((event) => !timestampError(event, now));
  const orders = await findTrackedOrders(
    deps.db,
    timely.map(({ trackingNumber }) => trackingNumber),
  );
  const tracked = timely.flatMap((event) => {
    const order = orders.get(event.trackingNumber);
    return order ? [{ event, ...order }] : [];
  });
  const outcomes = new Map<CarrierEvent, Outcome>();
  const failures: unknown[] = [];
  const eventsOf = Map.groupBy(tracked, (one) => one.merchantId);
  for (const [merchantId, those] of eventsOf) {
    try {
      const applied = await applyEvents(deps, merchantId, those);
      for (const [event, outcome] of applied) outcomes.set(event, outcome);
    } catch (error) {
      failures.push(error);
      if (failures.length === eventsOf.size) throw error;
      const refusal = await refusalOf(deps, merchantId, error);
      for (const { event } of those) outcomes.set(event, refusal);
    }
  }
  return events.map((event) => {
    const { id, trackingNumber } = event;
    const outcome =
      outcomes.get(event) ??
      timestampError(event, now) ??
      new ApiError('tracking_number_unknown', { trackingNumber });
    return outcome instanceof ApiError
      ? { id, result: 'refused', code: outcome.code, message: outcome.detail(locale) }
      : { id, ...outcome };
  });
}
