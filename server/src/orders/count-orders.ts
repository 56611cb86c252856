import type { OrderFilter } from '@portage/contract/orders/order-filter';
import { MOST_COUNTED, type OrderCount } from '@portage/contract/orders/orders';
import type { Database } from '../db/database.ts';
import { countMatchingOrders } from './order-list-queries.ts';

/** How many of the merchant's orders match; beyond 10,000 only that there are more. */
export async function countOrders(
  db: Database,
  merchantId: string,
  filter: OrderFilter,
): Promise<OrderCount> {
  const counted = await countMatchingOrders(db, merchantId, { filter, most: MOST_COUNTED + 1 });
  return { count: Math.min(counted, MOST_COUNTED), hasMore: counted > MOST_COUNTED };
}
