import type { CarrierEvent } from '@portage/contract/carrier';
import type { OrderStatus } from '@portage/contract/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import type { Deps } from '../deps.ts';
import { changeOrders } from '../orders/change-orders.ts';
import { orderTransaction } from '../orders/order-transaction.ts';
import { isSuperseded } from '../orders/supersede-labels.ts';
import { ApiError } from '../api-error.ts';
import { applyInTime, type Circumstances, type Finding, photosNamedBy } from './apply-in-time.ts';
import {
  deleteCarrierEvents,
  insertCarrierEvents,
  listPhotosOfOrders,
} from './carrier-event-queries.ts';

/** An event, and the order of its tracking number. */
export interface TrackedEvent {
  event: CarrierEvent;
  orderId: string;
}

/**
 * What became of an event, the status of its order now, and whether the label that was scanned is of
 * an old version; or why it is refused.
 */
export type Verdict =
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
 * was seen before is not done again; what is refused may come again. Raises `busy` when one of the orders
 * is held for seconds.
 */
export function applyEvents(
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
