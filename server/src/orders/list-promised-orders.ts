import { Temporal } from 'temporal-polyfill';
import { isToCome, OrderStatus } from '@portage/contract/orders/order-status';
import { MOST_PROMISED_ORDERS } from '@portage/contract/orders/promised-orders';
import type { Deps } from '../deps.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { listOrdersPromisedWithin } from './order-queries.ts';

/** Days from creation to promise; windows are 14 days ahead, and may move. */
const LONGEST_AHEAD = 28;

/** `date` is `YYYY-MM-DD` in the merchant's time zone. */
export async function listPromisedOrders(
  { db, readOrders }: Pick<Deps, 'db' | 'readOrders'>,
  merchantId: string,
  date: string,
) {
  const { timeZone } = await getMerchant(db, merchantId);
  const day = Temporal.PlainDate.from(date);
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds;
  const rows = await readOrders(merchantId, (from) =>
    listOrdersPromisedWithin(from, merchantId, {
      from: startOf(day),
      to: startOf(day.add({ days: 1 })),
      createdSince: startOf(day.subtract({ days: LONGEST_AHEAD })),
      statuses: OrderStatus.options.filter(isToCome),
      limit: MOST_PROMISED_ORDERS + 1,
    }),
  );
  return {
    isComplete: rows.length <= MOST_PROMISED_ORDERS,
    orders: rows.slice(0, MOST_PROMISED_ORDERS),
  };
}
