import { Temporal } from 'temporal-polyfill';
import { orderStatuses, OrderStatus } from '@portage/contract/order-status';
import { MOST_PROMISED_ORDERS } from '@portage/contract/promised-orders';
import { Service } from '@portage/contract/services';
import type { Executor } from '../db/database.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { listPromisedOrders as queryPromisedOrders } from './promised-orders-queries.ts';

/** How long before its promise an order is created at most, in days: windows are offered 14 days ahead. */
const LONGEST_AHEAD = 28;

/** Statuses of orders that are still to be delivered. */
const UNDER_WAY = OrderStatus.options.filter((status) =>
  ['waiting', 'ready', 'moving'].includes(orderStatuses[status].group),
);

/** The orders of a merchant that are promised for a day `YYYY-MM-DD` in its time zone. */
export async function listPromisedOrders(db: Executor, merchantId: string, date: string) {
  const { timeZone } = await getMerchant(db, merchantId);
  const day = Temporal.PlainDate.from(date);
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds;
  const rows = await queryPromisedOrders(db, merchantId, {
    from: startOf(day),
    to: startOf(day.add({ days: 1 })),
    createdSince: startOf(day.subtract({ days: LONGEST_AHEAD })),
    statuses: UNDER_WAY,
    limit: MOST_PROMISED_ORDERS + 1,
  });
  return {
    isComplete: rows.length <= MOST_PROMISED_ORDERS,
    orders: rows.slice(0, MOST_PROMISED_ORDERS).map((row) => ({
      id: row.id,
      trackingNumber: row.tracking_number,
      orderStatus: OrderStatus.parse(row.status),
      service: Service.parse(row.service),
      recipientName: row.recipient_name,
      promisedUntil: row.promised_until,
    })),
  };
}
