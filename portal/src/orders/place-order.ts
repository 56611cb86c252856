import { type Order, orderEndpoints, type OrderPage } from '@portage/contract/orders';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { replaceOrders } from './loaded-orders.ts';

/** One order by its id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => callApi(orderEndpoints.get, { params: { id } }, { signal }),
  });

/** Puts an order in the place of older states of it, wherever it is loaded. */
export function placeOrder(queryClient: QueryClient, order: Order): void {
  queryClient.setQueriesData<InfiniteData<OrderPage>>(
    { queryKey: ['orders', 'list'] },
    (loaded) => loaded && { ...loaded, pages: replaceOrders(loaded.pages, [order]) },
  );
  queryClient.setQueryData(orderQuery(order.id).queryKey, (shown) =>
    shown && shown.version < order.version ? order : shown,
  );
}

/** Reads an order anew, and puts it where it is loaded. Rejects with `ApiError`. */
export async function readOrder(queryClient: QueryClient, id: string): Promise<Order> {
  const order = await callApi(orderEndpoints.get, { params: { id } });
  placeOrder(queryClient, order);
  return order;
}
