import type { OrderFilter } from '@portage/contract/orders/order-filter';
import type { Executor } from '../db/database.ts';
import { readNewest } from './newest-order-queries.ts';

/**
 * What a bulk action needs to know of the merchant's orders that match, newest first. Out of columns
 * alone: the documents of 10,000 orders are some 30 MB.
 */
export function listOrderSummaryRows(
  db: Executor,
  merchantId: string,
  { filter, limit }: { filter: OrderFilter; limit: number },
) {
  return readNewest(db, merchantId, { filter, limit, after: undefined }, (orders) =>
    orders
      .select([
        'id',
        'created_at as createdAt',
        'status as orderStatus',
        'tracking_number as trackingNumber',
        'recipient_name as recipientName',
        'is_scanned as isScanned',
      ])
      .execute(),
  );
}
