import { merchantQuery } from '../lib/merchant.ts';
import { queryClient } from '../lib/query-client.ts';
import {
  listSettingsQuery,
  orderCountQuery,
  orderQuery,
  sameDayCutoffQuery,
  workQuery,
} from '../order/order-calls.ts';

/** Runs while the page's code loads. The page reports failures. */
const begin = (...readings: readonly Promise<unknown>[]) => void Promise.allSettled(readings);

export const readMerchant = (): void => begin(queryClient.query(merchantQuery));

export const readDashboard = (): void =>
  begin(queryClient.query(workQuery), queryClient.query(orderCountQuery({})));

export const readOrders = (): void =>
  begin(
    queryClient.query(listSettingsQuery),
    queryClient.query(workQuery),
    queryClient.query(sameDayCutoffQuery),
  );

export const readOrder = (id: string): void => begin(queryClient.query(orderQuery(id)));
