import { type Order, orderEndpoints, ORDERS_PAGE_SIZE } from '@portage/contract/orders';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { idsStillCreated, replaceOrders } from './loaded-orders.ts';
import type { ListedOrders } from './filters/listed-orders.ts';
import { ordersQuery } from './use-orders.ts';

/** The first and the longest pause between two looks, in milliseconds. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** How much longer each pause is than the one before. */
const BACK_OFF = 1.5;

/**
 * While orders of the first page wait to be located, looks again shortly after, then ever more
 * rarely, and puts what changed in its place. A fresh set of waiting orders begins quickly again.
 */
export function useLocatingOrders(
  orders: readonly Order[],
  listed: ListedOrders | undefined,
): void {
  const queryClient = useQueryClient();
  const waiting = idsStillCreated(orders.slice(0, ORDERS_PAGE_SIZE));
  useQuery({
    queryKey: ['orders', 'locating', listed, waiting],
    queryFn: async ({ signal }) => {
      const newer = await callApi(orderEndpoints.list, { query: { ...listed } }, { signal });
      queryClient.setQueryData(
        ordersQuery(listed).queryKey,
        (loaded) => loaded && { ...loaded, pages: replaceOrders(loaded.pages, newer.orders) },
      );
      return null;
    },
    enabled: waiting.length > 0,
    // The list itself was the first look: the next one comes after a pause.
    initialData: null,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state: { dataUpdateCount, errorUpdateCount } }) =>
      Math.min(LONGEST_PAUSE, FIRST_PAUSE * BACK_OFF ** (dataUpdateCount + errorUpdateCount)),
  });
}
