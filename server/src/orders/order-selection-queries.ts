import type { OrderFilter } from '@portage/contract/order-filter';
import type { Executor } from '../db/database.ts';
import { matchingOrders } from './order-search.ts';

/**
 * What a bulk action needs to know of the merchant's orders that match, newest first. Out of columns
 * alone: the documents of 10,000 orders are some 30 MB.
 */
export function listOrderSummaryRows(
  db: Executor,
  merchantId: string,
  { filter, limit }: { filter: OrderFilter; limit: number },
) {
  return matchingOrders(db, merchantId, filter)
    .select([
      'id',
      'created_at as createdAt',
      'status as orderStatus',
      'tracking_number as trackingNumber',
      'recipient_name as recipientName',
      'is_scanned as isScanned',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
