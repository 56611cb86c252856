import type { OrderFilter } from '@portage/contract/orders/order-filter';
import { MOST_SELECTED } from '@portage/contract/orders/order-selection';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { OrderStatus } from '@portage/contract/orders/order-status';
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
  const statuses = filter.orderStatus ?? OrderStatus.options;
  // Named one by one, so that an index leads past the archived ones, which are most after years.
  const selectable = statuses.filter((orderStatus) => orderCan.select({ orderStatus }));
  const rows =
    selectable.length > 0
      ? await listOrderSummaryRows(db, merchantId, {
          filter: { ...filter, orderStatus: selectable },
          limit: MOST_SELECTED + 1,
        })
      : [];
  return JSON.stringify({
    orders: rows.slice(0, MOST_SELECTED),
    hasMore: rows.length > MOST_SELECTED,
  });
}
