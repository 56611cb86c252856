import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { z } from 'zod';
import { dashboardEndpoints, type WorkCounts } from '@portage/contract/merchants/dashboard';
import { orderCutoffEndpoints } from '@portage/contract/orders/order-cutoff';
import type { OrderSort } from '@portage/contract/orders/order-list';
import { workStatuses } from '@portage/contract/orders/order-status';
import { orderViewEndpoints, type ViewFilter } from '@portage/contract/orders/order-views';
import {
  type OrderCountQuery,
  type OrderCursor,
  orderEndpoints,
  type Order,
  type OrderPage,
} from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';
import { serverTime } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { createStore, useStore } from '../lib/store.ts';

/** In every list and as a single order. */
export function updateCachedOrder(order: Order): void {
  queryClient.setQueriesData<InfiniteData<OrderPage>>(
    { queryKey: orderListsKey },
    (loaded) => loaded && { ...loaded, pages: replaceOrders(loaded.pages, [order]) },
  );
  queryClient.setQueryData(orderQuery(order.id).queryKey, (shown) =>
    shown && shown.version < order.version ? order : shown,
  );
}

/** Updates the query cache. Rejects with `ApiError`. */
export async function readOrder(id: string): Promise<Order> {
  const order = await callApi(orderEndpoints.get, { params: { id } });
  updateCachedOrder(order);
  return order;
}

/** Invalidates the counts. An emptied list that has more starts over. */
export function removeCachedOrders(ids: readonly string[]): void {
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

export function listOrdersAgain(): void {
  for (const queryKey of [orderListsKey, orderCountsKey, workQuery.queryKey]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Keeps unchanged pages and orders as objects, so that rows are not redrawn. */
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

/** Keeps pages without them as objects. */
export function withoutOrders(pages: readonly OrderPage[], gone: ReadonlySet<string>): OrderPage[] {
  return pages.map((page) => {
    const orders = page.orders.filter(({ id }) => !gone.has(id));
    return orders.length === page.orders.length ? page : { ...page, orders };
  });
}

/** Next and previous links reach this far. */
const MOST_KEPT = 1_000;

const listed = createStore<readonly string[]>([]);

/** Newest first. */
export function keepListedIds(orders: readonly { readonly id: string }[]): void {
  listed.set(orders.slice(0, MOST_KEPT).map(({ id }) => id));
}

/** In the list that was shown last. */
export function useNeighbours(id: string) {
  const ids = useStore(listed);
  const index = ids.indexOf(id);
  return {
    previous: index > 0 ? ids[index - 1] : undefined,
    next: index < 0 ? undefined : ids[index + 1],
  };
}

const everStanding = (view: keyof typeof workStatuses): ViewFilter => ({
  placed: 'all',
  status: [...workStatuses[view]],
});

/** Filters of the work views, for orders of any day. */
export const workFilters = {
  toPrepare: { ...everStanding('toPrepare'), sort: 'shipBy' },
  needsAttention: { placed: 'all', attention: true },
  toPrint: { ...everStanding('toPrint'), labels: ['NOT_PRINTED', 'STALE'], sort: 'shipBy' },
  ready: everStanding('ready'),
  onTheWay: everStanding('onTheWay'),
} as const satisfies Partial<Record<keyof WorkCounts, ViewFilter>>;

/** Read again when orders become late. */
export const workQuery = queryOptions({
  ...callQuery(dashboardEndpoints.work, {}),
  refetchInterval: ({ state: { data } }) =>
    data?.nextShipBy === undefined ? false : Math.max(data.nextShipBy - serverTime(), MINUTE),
});

/** Spec 1 §7. */
export type ListedOrders = z.input<typeof OrderCountQuery> & { sort?: OrderSort };

export const orderQuery = (id: string) => callQuery(orderEndpoints.get, { params: { id } });

/** Read again when the list is opened, and otherwise never by themselves (spec 1 §2). */
export const ordersQuery = (listed: ListedOrders | undefined) =>
  infiniteQueryOptions({
    queryKey: [...callKey(orderEndpoints.list), 'pages', listed],
    queryFn: ({ pageParam, signal }) =>
      callApi(orderEndpoints.list, { query: { ...listed, ...pageParam } }, { signal }),
    enabled: listed !== undefined,
    initialPageParam: undefined as OrderCursor | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Keeps the first page of a list that is left, to show until it is read again. */
export function keepFirstPage(listed: ListedOrders): void {
  queryClient.setQueryData(
    ordersQuery(listed).queryKey,
    (loaded) =>
      loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
  );
}

export const orderListsKey = [...callKey(orderEndpoints.list), 'pages'] as const;

/** Up to 10,000. */
export function orderCountQuery(listed: ListedOrders | undefined) {
  const { sort: _sort, ...query } = listed ?? {};
  return queryOptions({
    ...callQuery(orderEndpoints.count, { query }),
    enabled: listed !== undefined,
  });
}

export const orderCountsKey = callKey(orderEndpoints.count);

export const sameDayCutoffQuery = callQuery(orderCutoffEndpoints.sameDay, {});

export const listSettingsQuery = callQuery(orderViewEndpoints.list, {});
