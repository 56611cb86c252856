import {
  type CarrierEvent,
  type CarrierEventOutcome,
  CLOCK_TOLERANCE,
  REPORTABLE_FOR,
} from '@portage/contract/orders/carrier';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { ApiError } from '../api-error.ts';
import { findTrackedOrders } from './find-tracked-orders.ts';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Executor } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import { changeOrders } from '../orders/change-orders.ts';
import { orderTransaction } from '../orders/order-transaction.ts';
import { isSuperseded } from '../orders/supersede-labels.ts';
import { applyInTime, type Circumstances, type Finding, photosNamedBy } from './apply-in-time.ts';
import {
  deleteCarrierEvents,
  insertCarrierEvents,
  listPhotosOfOrders,
} from './carrier-event-queries.ts';

/** An event, and the order of its tracking number. */
interface TrackedEvent {
  event: CarrierEvent;
  orderId: string;
}

/**
 * What became of an event, the status of its order now, and whether the label that was scanned is of
 * an old version; or why it is refused.
 */
type Verdict =
  | {
      result: Exclude<Finding, ApiError> | 'duplicate';
      status: OrderStatus;
      labelSuperseded?: true;
    }
  | ApiError;

/** Remembers the events; those that were not seen before, each once. */
async function remember(
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

/** Whether photos are there; the database is asked only where some are named. */
async function findPhotos(
  trx: Executor,
  merchantId: string,
  news: readonly TrackedEvent[],
): Promise<Circumstances['hasPhoto']> {
  const naming = news.filter(({ event }) => photosNamedBy(event).length > 0);
  const orderIds = naming.map(({ orderId }) => orderId);
  const photos = naming.length > 0 ? await listPhotosOfOrders(trx, merchantId, orderIds) : [];
  const known = new Set(photos.map(({ id, orderId }) => `${orderId}/${id}`));
  return (order, photoId) => known.has(`${order.id}/${photoId}`);
}

/**
 * Does in one transaction what the carrier saw of orders of one merchant: a verdict an event. What
 * was seen before is not done again; what is refused may come again. Throws `busy` when one of the orders
 * is held for seconds.
 */
function applyEvents(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  merchantId: string,
  tracked: readonly TrackedEvent[],
): Promise<Map<CarrierEvent, Verdict>> {
  const ids = [...new Set(tracked.map(({ orderId }) => orderId))];
  const onFault: Circumstances['onFault'] = (error, order, event) => {
    log.error(
      { err: error, orderId: order.id, eventId: event.id },
      'an event could not be applied',
    );
  };

  const transaction = async (trx: Executor) => {
    const news = await remember(trx, merchantId, tracked, clock.now());
    const hasPhoto = await findPhotos(trx, merchantId, news);
    const newsOf = Map.groupBy(news, ({ orderId }) => orderId);
    const findings = new Map<CarrierEvent, Finding>();
    const outcomes = await changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      const events = (newsOf.get(order.id) ?? []).map(({ event }) => event);
      const applied = applyInTime(order, events, { now, hasPhoto, onFault });
      for (const [event, finding] of applied.findings) findings.set(event, finding);
      return applied;
    });

    const orders = new Map(outcomes.map(({ order }, index) => [ids[index], order]));
    const verdictOf = ({ event, orderId }: TrackedEvent): Verdict => {
      const order = orders.get(orderId);
      const result = findings.get(event) ?? 'duplicate';
      if (!order) return new ApiError('order_deleted', { trackingNumber: event.trackingNumber });
      if (result instanceof ApiError) return result;
      const labelSuperseded = isSuperseded(event.labelVersion, order) || undefined;
      return { result, status: order.orderStatus, ...(labelSuperseded && { labelSuperseded }) };
    };
    const verdicts = new Map(tracked.map((one) => [one.event, verdictOf(one)]));
    const refused = news.filter(({ event }) => verdicts.get(event) instanceof ApiError);
    if (refused.length > 0) {
      await deleteCarrierEvents(
        trx,
        merchantId,
        refused.map(({ event }) => event.id),
      );
    }
    return verdicts;
  };
  return retryConflicts(() => orderTransaction(db, transaction));
}

const DAY = 24 * 60 * 60 * 1000;

/** Why an event cannot be of its timestamp; undefined when it can. */
function untimely({ at }: CarrierEvent, now: EpochMillis): ApiError | undefined {
  if (at > now + CLOCK_TOLERANCE) return new ApiError('event_in_future');
  return at < now - REPORTABLE_FOR
    ? new ApiError('event_too_old', { days: REPORTABLE_FOR / DAY })
    : undefined;
}

function outcomeOf({ id }: CarrierEvent, verdict: Verdict, locale: Locale): CarrierEventOutcome {
  if (!(verdict instanceof ApiError)) return { id, ...verdict };
  return { id, result: 'refused', code: verdict.code, message: verdict.detail(locale) };
}

/**
 * Takes in what the carrier's systems saw, in one transaction a merchant (docs/decisions/0015): an
 * outcome an event, in their sequence. When it breaks off in the middle, what was done stays done, and
 * is not done again when the same events are sent again.
 */
export async function reportEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  events: readonly CarrierEvent[],
  locale: Locale,
): Promise<CarrierEventOutcome[]> {
  const now = deps.clock.now();
  const timely = events.filter((event) => !untimely(event, now));
  const orders = await findTrackedOrders(
    deps.db,
    timely.map(({ trackingNumber }) => trackingNumber),
  );
  const tracked = timely.flatMap((event) => {
    const order = orders.get(event.trackingNumber);
    return order ? [{ event, ...order }] : [];
  });
  const verdicts = new Map<CarrierEvent, Verdict>();
  for (const [merchantId, those] of Map.groupBy(tracked, (one) => one.merchantId)) {
    for (const [event, verdict] of await applyEvents(deps, merchantId, those)) {
      verdicts.set(event, verdict);
    }
  }
  const verdictOf = (event: CarrierEvent) =>
    verdicts.get(event) ??
    untimely(event, now) ??
    new ApiError('tracking_number_unknown', { trackingNumber: event.trackingNumber });
  return events.map((event) => outcomeOf(event, verdictOf(event), locale));
}
