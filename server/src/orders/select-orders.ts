import type { OrderFilter } from '@portage/contract/order-filter';
import { MOST_SELECTED } from '@portage/contract/order-selection';
import { orderCan } from '@portage/contract/order-status';
import type { Database } from '../db/database.ts';
import { listOrderSummaryRows } from './order-selection-queries.ts';

/**
 * The newest 10,000 of the merchant's orders that match and may be selected: the JSON text of the
 * contract's `OrderSelection`. What the columns hold needs no second look at each of 10,000 rows.
 */
export async function selectOrders(
  db: Database,
  merchantId: string,
  filter: OrderFilter,
): Promise<string> {
  // PostgreSQL would look through all that are archived, to find that none of them is not.
  const isForArchived = filter.orderStatus?.every(
    (orderStatus) => !orderCan.select({ orderStatus }),
  );
  if (isForArchived) return JSON.stringify({ orders: [], hasMore: false });

  const rows = await listOrderSummaryRows(db, merchantId, { filter, limit: MOST_SELECTED + 1 });
  return JSON.stringify({
    orders: rows.slice(0, MOST_SELECTED),
    hasMore: rows.length > MOST_SELECTED,
  });
}
