import { merchantQuery } from '../lib/merchant.ts';
import { queryClient } from '../lib/query-client.ts';
import {
  listSettingsQuery,
  orderCountQuery,
  orderQuery,
  sameDayCutoffQuery,
  workQuery,
} from '../order/order-calls.ts';

/** Begins to read what a page shows, while its code is fetched. The page itself says what cannot be read. */
const begin = (...readings: readonly Promise<unknown>[]) => void Promise.allSettled(readings);

/** What every page of a signed-in person needs: the merchant's time zone, and what it may do. */
export const readMerchant = (): void => begin(queryClient.query(merchantQuery));

/** What the dashboard needs. */
export const readDashboard = (): void =>
  begin(queryClient.query(workQuery), queryClient.query(orderCountQuery({})));

/** What the list of orders needs, but for the orders: their days are those of the merchant's time zone. */
export const readOrders = (): void =>
  begin(
    queryClient.query(listSettingsQuery),
    queryClient.query(workQuery),
    queryClient.query(sameDayCutoffQuery),
  );

/** What the page of an order needs. */
export const readOrder = (id: string): void => begin(queryClient.query(orderQuery(id)));
