import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { fieldMessages } from '@portage/contract/field-messages';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { orderCan } from '@portage/contract/orders/order-status';
import { isScanned, type Order } from '@portage/contract/orders/orders';
import type {
  CancelPickupResponse,
  ConnectOperation,
  CreateManifestRequest,
  CreateManifestResponse,
  SchedulePickupRequest,
  SchedulePickupResponse,
  VoidLabelsResponse,
} from '@portage/contract/shipstation/connect';
import type { PickupWindow, ShippedShipment } from '@portage/contract/shipstation/connect-shapes';
import { type EpochMillis, EpochMillis as Timestamp } from '@portage/contract/time';
import { ApiError, invalidField, isApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import type { Author } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { advanceOrder } from '../orders/advance-order.ts';
import {
  changeOrders,
  orderTransaction,
  type OrderRule,
  requirePermission,
  withStatusAudit,
} from '../orders/change-orders.ts';
import { findOrders } from '../orders/get-order.ts';
import { markNotReady, markReady } from '../orders/mark-order.ts';
import { dayOf, weekdayOf } from '../rates/promise-delivery.ts';
import { manifestPages } from './manifest-pages.ts';
import { findOrderIds, findPickup, insertPickup } from './shipstation-queries.ts';
import { storedNumber } from './track-shipment.ts';

type ShipmentDeps = Pick<Deps, 'db' | 'clock'>;

/** Cancels an unscanned order; keeps a cancelled one. */
const voidOrder =
  (by: string): OrderRule =>
  (order, now) => {
    if (order.orderStatus === 'CANCELLED') return { order };
    requirePermission(orderCan.delete({ ...order, isScanned: isScanned(order) }));
    const cancelled = advanceOrder(order, { to: 'CANCELLED', actor: 'merchant', at: now });
    return withStatusAudit(order, cancelled, by);
  };

const VOIDED = { en: 'The label is void.', fr: 'L’étiquette est annulée.' } as const;

/** Cancels orders by label, each on its own. */
export async function voidLabels(
  { db, clock }: ShipmentDeps,
  { merchantId, username }: Author,
  requests: readonly (ShippedShipment & { void_request_id: string })[],
  locale: Locale,
): Promise<VoidLabelsResponse> {
  const numbers = requests.map((one) => storedNumber(one.tracking_number ?? ''));
  const found = await findOrderIds(db, merchantId, numbers);
  const ids = [...new Set(found.values())];
  const outcomes = await orderTransaction(db, (trx) =>
    changeOrders(trx, clock, { merchantId, ids }, voidOrder(username)),
  );
  const errors = new Map(ids.map((id, index) => [id, outcomes[index]?.error]));
  return {
    void_responses: requests.map(({ void_request_id, tracking_number: number }, index) => {
      const id = found.get(numbers[index] ?? '');
      const error =
        id === undefined
          ? new ApiError('connect_shipment_unknown', { trackingNumber: number ?? '' })
          : errors.get(id);
      return error
        ? { void_request_id, errors: [error.detail(locale)] }
        : { void_request_id, message: VOIDED[locale] };
    }),
  };
}

/** Marks ready; keeps orders that are ready or on the way. Throws `connect_shipment_void`. */
const handOver =
  (by: string): OrderRule =>
  (order, now) => {
    if (order.orderStatus === 'GEOCODED') return markReady(by)(order, now);
    if (orderCan.printLabel(order).allowed) return { order };
    throw new ApiError('connect_shipment_void', { trackingNumber: order.trackingNumber });
  };

/** Tracking numbers by order id. Throws `connect_shipment_unknown`. */
async function requireOrders(
  db: Executor,
  merchantId: string,
  shipments: readonly ShippedShipment[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = shipments.map((one) => storedNumber(one.tracking_number ?? ''));
  const found = await findOrderIds(db, merchantId, numbers);
  return new Map(
    numbers.map((trackingNumber) => {
      const id = found.get(trackingNumber);
      if (id === undefined) throw new ApiError('connect_shipment_unknown', { trackingNumber });
      return [id, trackingNumber];
    }),
  );
}

/** Orders that a transaction handed over. */
const HandedOver = z.object({ id: z.string(), at: Timestamp, orderIds: z.array(z.string()) });
type HandedOver = z.infer<typeof HandedOver>;

/**
 * All or none, once per `transaction_id`. Throws `connect_shipment_unknown`, `connect_shipment_void`,
 * `connect_transaction_reused` and `request_in_progress`.
 */
async function handOverOnce(
  { db, clock }: ShipmentDeps,
  { merchantId, username }: Author,
  {
    operation,
    request,
    numbers,
  }: {
    operation: ConnectOperation;
    request: { transaction_id: string; metadata?: unknown };
    numbers: ReadonlyMap<string, string>;
  },
  keep: (trx: Executor, handedOver: HandedOver) => Promise<void> = async () => undefined,
): Promise<HandedOver> {
  const { transaction_id: transactionId, metadata: _ours, ...body } = request;
  const now = clock.now();
  const key = `shipstation/${transactionId}`;
  const ids = [...numbers.keys()];
  try {
    const answer = await orderTransaction(db, (trx) =>
      once(trx, { merchantId, key, call: operation, body, now }, async () => {
        const rule = handOver(username);
        const outcomes = await changeOrders(trx, clock, { merchantId, ids }, rule);
        for (const [index, { order, error }] of outcomes.entries()) {
          const trackingNumber = numbers.get(ids[index] ?? '') ?? '';
          if (!order) throw new ApiError('connect_shipment_unknown', { trackingNumber });
          if (error) throw error;
        }
        const handedOver = { id: uuidv7({ msecs: now }), at: now, orderIds: ids };
        await keep(trx, handedOver);
        return JSON.stringify(handedOver);
      }),
    );
    return HandedOver.parse(JSON.parse(answer));
  } catch (error) {
    throw isApiError(error, 'idempotency_key_reused')
      ? new ApiError('connect_transaction_reused', { transactionId })
      : error;
  }
}

/** Marks as ready. Throws `invalid_request` and as `handOverOnce`. */
export async function createManifest(
  deps: ShipmentDeps,
  author: Author,
  request: CreateManifestRequest,
): Promise<CreateManifestResponse> {
  const { db } = deps;
  const { merchantId } = author;
  const excluded = new Set(
    (request.excluded_labels ?? []).map((one) => storedNumber(one.tracking_number ?? '')),
  );
  const included = request.included_labels.filter(
    (one) => !excluded.has(storedNumber(one.tracking_number ?? '')),
  );
  if (included.length === 0) throw invalidField('included_labels', fieldMessages.required);
  const numbers = await requireOrders(db, merchantId, included);
  const handedOver = { operation: 'CreateManifest', request, numbers } as const;
  const manifest = await handOverOnce(deps, author, handedOver);
  const [merchant, stored] = await Promise.all([
    getMerchant(db, merchantId),
    findOrders(db, merchantId, manifest.orderIds),
  ]);
  const orders = manifest.orderIds.flatMap((id): Order[] => {
    const found = stored.get(id);
    return found ? [found.order] : [];
  });
  const pdf = await renderPdf(manifestPages({ ...manifest, merchant, orders }), 'pdf');
  return {
    transaction_id: request.transaction_id,
    manifests: [{ manifest_id: manifest.id, document_download: { data: pdf.toString('base64') } }],
  };
}

/** Days ahead to search for a pickup. */
const PICKUP_DAYS = 14;

/** First pickup on or after `from` whose cutoff is after `now`; undefined for none. */
function nextPickup(
  { pickupConstraintsByWeek, timeZone }: Merchant,
  from: EpochMillis,
  now: EpochMillis,
): { window: PickupWindow; cutoff: string } | undefined {
  const first = dayOf(Math.max(from, now), timeZone);
  for (let ahead = 0; ahead < PICKUP_DAYS; ahead += 1) {
    const day = first.add({ days: ahead });
    const usual = pickupConstraintsByWeek.usuals.find((one) => one.weekday === weekdayOf(day));
    if (!usual) continue;
    const at = (time: string) => day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
    if (at(usual.cutoffTime).epochMilliseconds <= now) continue;
    const [start, end] = [usual.pickupWindow.timeStart, usual.pickupWindow.timeEnd];
    return {
      window: {
        time_zone_iana: timeZone,
        pickup_date: at(start).toString(),
        start_time: at(start).toString(),
        end_time: at(end).toString(),
      },
      cutoff: usual.cutoffTime,
    };
  }
  return undefined;
}

const remarks = {
  readyBy: {
    en: (time: string) => `The packages must be ready by ${time}.`,
    fr: (time: string) => `Les colis doivent être prêts à ${time}.`,
  },
  noTimes: {
    en: 'Your account has no pickup times. The driver comes with the next route.',
    fr: 'Votre compte n’a pas d’heures de ramassage. Le livreur passera avec la prochaine tournée.',
  },
} as const;

/** Marks as ready from a date on. Throws as `handOverOnce`. */
export async function schedulePickup(
  deps: ShipmentDeps,
  author: Author,
  request: SchedulePickupRequest,
  locale: Locale,
): Promise<SchedulePickupResponse> {
  const { db, clock } = deps;
  const { merchantId } = author;
  const shipments = request.pickup_details.shipments;
  const numbers = await requireOrders(db, merchantId, shipments);
  const { id } = await handOverOnce(
    deps,
    author,
    { operation: 'SchedulePickup', request, numbers },
    (trx, { id: pickupId, orderIds, at }) =>
      insertPickup(trx, merchantId, { id: pickupId, orderIds, now: at }),
  );
  const asked = request.requested_pickup_window?.pickup_date;
  const now = clock.now();
  const merchant = await getMerchant(db, merchantId);
  const next = nextPickup(merchant, asked ? Date.parse(asked) : now, now);
  return {
    confirmation: {
      confirmation_id: id,
      shipment_identifiers: shipments.map((one) => ({ tracking_number: one.tracking_number })),
    },
    pickup_windows: next ? [next.window] : [],
    remarks: next ? remarks.readyBy[locale](next.cutoff) : remarks.noTimes[locale],
  };
}

/** Takes back a ready order; keeps others. Throws `order_scanned`. */
const takeBack =
  (by: string): OrderRule =>
  (order, now) =>
    order.orderStatus === 'PICKUP_READY' ? markNotReady(by)(order, now) : { order };

const cancellation = {
  done: { en: 'The pickup is cancelled.', fr: 'Le ramassage est annulé.' },
  underWay: {
    en: 'The driver already has packages of this pickup. The others are no longer ready.',
    fr: 'Le livreur a déjà des colis de ce ramassage. Les autres ne sont plus prêts.',
  },
} as const;

/** Takes back the pickup's unscanned shipments. Throws `connect_pickup_unknown`. */
export async function cancelPickup(
  { db, clock }: ShipmentDeps,
  { merchantId, username }: Author,
  confirmationId: string | null | undefined,
  locale: Locale,
): Promise<CancelPickupResponse> {
  const id = z.uuid().safeParse(confirmationId).data;
  const ids = id && (await findPickup(db, merchantId, id));
  if (!id || !ids) throw new ApiError('connect_pickup_unknown');
  const outcomes = await orderTransaction(db, (trx) =>
    changeOrders(trx, clock, { merchantId, ids }, takeBack(username)),
  );
  // Deleted and cancelled orders are in no pickup.
  const isUnderWay = outcomes.some(
    ({ order, error }) =>
      error?.code === 'order_scanned' ||
      (order &&
        order.orderStatus !== 'CANCELLED' &&
        !orderCan.edit({ ...order, isScanned: isScanned(order) }).allowed),
  );
  return {
    confirmation_id: id,
    successful: !isUnderWay,
    status: cancellation[isUnderWay ? 'underWay' : 'done'][locale],
  };
}
