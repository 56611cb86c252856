import type { Locale } from '@portage/contract/locale';
import { OrderStatus, statusName } from '@portage/contract/orders/order-status';
import { type Order, SCANNED, scannedName } from '@portage/contract/orders/orders';
import { orderTrackingNumber } from '@portage/contract/orders/tracking-number';
import { serviceNames } from '@portage/contract/rates/rates';
import type { TrackingResponse } from '@portage/contract/shipstation/connect';
import { standardizedStatusCodes } from '@portage/contract/shipstation/connect-shapes';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { findOrders } from '../orders/get-order.ts';
import { findOrderIds } from './shipstation-queries.ts';

type TrackingInfo = TrackingResponse['tracking_info'];

/** Stored order number; a package's number becomes its order's. */
export const storedNumber = (typed: string): string =>
  orderTrackingNumber(typed.trim().toUpperCase());

/** Last carrier status; of an archived order the one before. */
function lastStatusOf({ orderStatus, timelineEvents }: Order): OrderStatus {
  if (orderStatus !== 'ARCHIVED') return orderStatus;
  const before = timelineEvents
    .map(({ event }) => OrderStatus.safeParse(event).data)
    .findLast((status) => status !== undefined && status !== 'ARCHIVED');
  return before ?? orderStatus;
}

const dateTime = (timestamp: number) => new Date(timestamp).toISOString();

/** Statuses and scans, newest first. */
function eventsOf({ timelineEvents, scanEvents }: Order, locale: Locale): TrackingInfo['events'] {
  const statuses = timelineEvents.map(({ event, timestamp, location }) => ({
    timestamp,
    event_code: event,
    description: statusName(event, locale),
    ...(location && { city: location.city }),
  }));
  const scans = scanEvents.flatMap(({ events }) =>
    events.map(({ time, location }) => ({
      timestamp: time,
      event_code: SCANNED,
      description: scannedName[locale],
      city: location,
    })),
  );
  return [...statuses, ...scans]
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .toReversed()
    .map(({ timestamp, ...event }) => ({ event_datetime: dateTime(timestamp), ...event }));
}

/** Throws `connect_shipment_unknown`. */
export async function trackShipment(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  trackingNumber: string,
  locale: Locale,
): Promise<TrackingResponse> {
  const number = storedNumber(trackingNumber);
  const ids = [...(await findOrderIds(db, merchantId, [number])).values()];
  const [found] = (await findOrders(db, merchantId, ids)).values();
  const order = found?.order;
  if (!order) throw new ApiError('connect_shipment_unknown', { trackingNumber });
  const { orderStatus, completeBefore, deliveredAt, service } = order;
  const status = standardizedStatusCodes[lastStatusOf(order)];
  const shipped = order.timelineEvents.find(({ event }) => event === 'CARRIER_PICKED_UP');
  return {
    tracking_info: {
      carrier_name: 'Portage',
      tracking_number: order.trackingNumber,
      standardized_status_code: status,
      carrier_status_code: orderStatus,
      carrier_status_description: statusName(orderStatus, locale),
      ...(shipped && { shipped_datetime: dateTime(shipped.timestamp) }),
      ...(completeBefore !== undefined && {
        estimated_delivery_datetime: dateTime(completeBefore),
      }),
      ...(deliveredAt !== undefined && { actual_delivery_datetime: dateTime(deliveredAt) }),
      shipping_problem: status === 'EX' || status === 'AT',
      service: { code: service, name: serviceNames[service][locale] },
      package_count: order.packageCount,
      events: eventsOf(order, locale),
    },
  };
}
