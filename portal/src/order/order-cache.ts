import { type Order, orderEndpoints, type OrderPage } from '@portage/contract/orders/orders';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { workQuery } from './work-views.ts';
import { orderCountsKey, orderListsKey, orderQuery } from './order-calls.ts';

/** Replaces older states of an order in the query cache, in every list and as a single order. */
export function updateCachedOrder(queryClient: QueryClient, order: Order): void {
  queryClient.setQueriesData<InfiniteData<OrderPage>>(
    { queryKey: orderListsKey },
    (loaded) => loaded && { ...loaded, pages: replaceOrders(loaded.pages, [order]) },
  );
  queryClient.setQueryData(orderQuery(order.id).queryKey, (shown) =>
    shown && shown.version < order.version ? order : shown,
  );
}

/** Reads an order anew and updates the query cache with it. Rejects with `ApiError`. */
export async function readOrder(queryClient: QueryClient, id: string): Promise<Order> {
  const order = await callApi(orderEndpoints.get, { params: { id } });
  updateCachedOrder(queryClient, order);
  return order;
}

/**
 * Removes deleted orders from the cached lists and invalidates the counts. A list that lost every
 * order it had loaded, and has more, begins anew.
 */
export function removeCachedOrders(queryClient: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids);
  const lists = queryClient.setQueriesData<InfiniteData<OrderPage>>(
    { queryKey: orderListsKey },
    (loaded) => loaded && { ...loaded, pages: withoutOrders(loaded.pages, gone) },
  );
  for (const [queryKey, loaded] of lists) {
    const isEmpty = loaded?.pages.every(({ orders }) => orders.length === 0);
    if (isEmpty && loaded?.pages.at(-1)?.next) void queryClient.resetQueries({ queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: orderCountsKey });
  void queryClient.invalidateQueries(workQuery);
}

/**
 * Puts newer states of orders in the place of those already loaded. Orders that are not loaded are
 * left out, so that no row moves under the pointer; pages and orders that did not change stay the
 * same objects, so that their rows are not drawn again.
 */
export function replaceOrders(pages: readonly OrderPage[], newer: readonly Order[]): OrderPage[] {
  const newerById = new Map(newer.map((order) => [order.id, order]));
  const newestOf = (order: Order) => {
    const candidate = newerById.get(order.id);
    return candidate && candidate.version > order.version ? candidate : order;
  };
  return pages.map((page) => {
    const orders = page.orders.map(newestOf);
    const isSame = orders.every((order, index) => order === page.orders[index]);
    return isSame ? page : { ...page, orders };
  });
}

/** Leaves orders that are gone out of the loaded pages; pages that had none of them stay the same. */
export function withoutOrders(pages: readonly OrderPage[], gone: ReadonlySet<string>): OrderPage[] {
  return pages.map((page) => {
    const orders = page.orders.filter(({ id }) => !gone.has(id));
    return orders.length === page.orders.length ? page : { ...page, orders };
  });
}
