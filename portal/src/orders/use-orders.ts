import type { Order, OrderPage } from '@portage/contract/orders/orders';
import {
  type InfiniteData,
  CancelledError,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { type ListedOrders, ordersQuery } from '../order/order-calls.ts';

const noOrders: Order[] = [];
const ordersOf = ({ pages }: InfiniteData<OrderPage>) => pages.flatMap(({ orders }) => orders);

/** The loaded orders, newest first, and how to load more of them or begin anew. */
export function useOrders(listed: ListedOrders | undefined) {
  const queryClient = useQueryClient();
  const query = ordersQuery(listed);
  // Each by itself: what holds them all is another object at every drawing.
  const {
    data,
    error,
    hasNextPage,
    isPending,
    isFetching,
    isRefetching,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({ ...query, select: ordersOf });
  const [generation, setGeneration] = useState(0);

  function loadNextPage(): void {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }

  /** Loads the first page again and lets go of the others; rejects when it cannot. A session that ends cancels it. */
  async function refresh(): Promise<void> {
    await queryClient.cancelQueries(query);
    try {
      await queryClient.infiniteQuery({ ...query, staleTime: 0, pages: 1 });
    } catch (error) {
      if (error instanceof CancelledError) return;
      throw error;
    }
    setGeneration((count) => count + 1);
  }

  return {
    orders: data ?? noOrders,
    isPending,
    /** Why nothing could be loaded. */
    error: data ? null : error,
    /** Why the page after the last loaded one could not be: it is not asked for again by itself. */
    nextPageError: isFetchNextPageError ? error : null,
    hasNextPage,
    isRefreshing: isRefetching,
    /** Rises with every refresh. */
    generation,
    loadNextPage,
    /** Asks again after a failure. */
    retry: () => void refetch(),
    refresh,
  };
}

/** What `useOrders` gives. */
export type LoadedOrders = ReturnType<typeof useOrders>;
