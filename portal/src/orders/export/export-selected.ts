import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import { orderCsvHeader, orderCsvWriter } from '@portage/contract/orders/order-csv';
import type { Order } from '@portage/contract/orders/orders';
import { currentLocale } from '../../i18n/i18n.ts';

/** The CSV file of orders, with timestamps in the time zone given (spec 1 §9). */
export function csvOf(orders: readonly Order[], timeZone: string | undefined): Blob {
  const lines = orders.map(orderCsvWriter(timeZone, currentLocale()));
  return new Blob([BYTE_ORDER_MARK, orderCsvHeader, ...lines], { type: 'text/csv' });
}
