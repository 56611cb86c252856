import {
  type InfiniteData,
  CancelledError,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import type { Order, OrderPage, OrderCount } from '@portage/contract/orders/orders';
import { dayIn, useMinute } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { type OrdersSearch, viewOf, writeFilter } from '../order/order-address.ts';
import {
  keepFirstPage,
  type ListedOrders,
  ordersQuery,
  orderCountQuery,
} from '../order/order-calls.ts';
import { paths } from '../paths.ts';
import { type Calendar, listedOrders, readFilter } from './filters/order-filters.ts';

/** `listed` is undefined until the merchant's time zone is known. */
export function useListedOrders(filter: ViewFilter, zone: string | undefined) {
  const timeZone = zone ?? 'UTC';
  const calendar: Calendar = { timeZone, today: dayIn(timeZone, useMinute()) };
  return { calendar, listed: zone === undefined ? undefined : listedOrders(filter, calendar) };
}

/** Undefined until counted. A fully loaded list needs no call. */
export function useOrderCount(
  listed: ListedOrders | undefined,
  list: Pick<LoadedOrders, 'orders' | 'isPending' | 'hasNextPage'>,
): OrderCount | undefined {
  const query = orderCountQuery(listed);
  const { data } = useQuery({ ...query, enabled: list.hasNextPage });
  if (list.isPending) return undefined;
  return list.hasNextPage ? data : { count: list.orders.length, hasMore: false };
}

export function useOrdersAddress() {
  const navigate = useNavigate({ from: paths.orders() });
  const expanded = useSearch({ from: '/signed-in/orders', select: (search) => search.expanded });
  // Without `expanded`, so that opening an order redraws no control.
  const address = useSearch({
    from: '/signed-in/orders',
    select: (search) => {
      const { expanded: _expanded, ...others } = search;
      return others;
    },
    structuralSharing: true,
  });

  return {
    expanded,
    /** Without the open order. */
    address,
    filter: readFilter(address),
    /** Back returns. */
    go: (search: OrdersSearch) => void navigate({ search, resetScroll: false }),
    /** `undefined` removes a part. Replaces the history entry. */
    update: (part: Partial<Record<keyof OrdersSearch, string | undefined>>) =>
      void navigate({
        // A part that is undefined is not written.
        search: (before) => ({ ...before, ...part }) as OrdersSearch,
        replace: true,
        resetScroll: false,
      }),
    changeFilter: (next: ViewFilter, { replace } = { replace: false }) => {
      const search = { ...viewOf(address), ...writeFilter(next) };
      void navigate({ search, replace, resetScroll: false });
    },
  };
}

const noOrders: Order[] = [];

/** Drops the second place of an order that moved while pages were read. */
function ordersOf({ pages }: InfiniteData<OrderPage>): Order[] {
  const known = new Map<string, Order>();
  for (const { orders } of pages) {
    for (const order of orders) if (!known.has(order.id)) known.set(order.id, order);
  }
  return [...known.values()];
}

export function useOrders(listed: ListedOrders | undefined) {
  const query = ordersQuery(listed);
  // One by one: the result object differs at every drawing.
  const {
    data,
    error,
    hasNextPage,
    isPending,
    isFetching,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({ ...query, select: ordersOf });
  const [generation, setGeneration] = useState(0);
  const [isRefreshing, setRefreshing] = useState(false);

  const listKey = listed && JSON.stringify(listed);
  useEffect(() => {
    if (listKey === undefined) return undefined;
    const left = JSON.parse(listKey) as ListedOrders;
    return () => keepFirstPage(left);
  }, [listKey]);

  function loadNextPage(): void {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }

  /** Drops all but the first page. Rejects; the session's end cancels it. */
  async function refresh(): Promise<void> {
    setRefreshing(true);
    await queryClient.cancelQueries(query);
    try {
      await queryClient.infiniteQuery({ ...query, pages: 1 });
    } catch (error) {
      if (error instanceof CancelledError) return;
      throw error;
    } finally {
      setRefreshing(false);
    }
    setGeneration((count) => count + 1);
  }

  return {
    orders: data ?? noOrders,
    isPending,
    error: data ? null : error,
    /** Not retried automatically. */
    nextPageError: isFetchNextPageError ? error : null,
    hasNextPage,
    isRefreshing,
    generation,
    loadNextPage,
    retry: () => void refetch(),
    refresh,
  };
}

export type LoadedOrders = ReturnType<typeof useOrders>;
