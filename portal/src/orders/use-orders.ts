import {
  type Order,
  type OrderCursor,
  orderEndpoints,
  type OrderPage,
} from '@portage/contract/orders';
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../lib/api.ts';
import type { ListedOrders } from './filters/listed-orders.ts';

/**
 * The listed orders, page by page. A page is read once and not again behind the reader's back
 * (there may be hundreds), and all are forgotten when the screen is left (spec 1 §2). Nothing is
 * read while it is not known which orders to list.
 */
export const ordersQuery = (listed: ListedOrders | undefined) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', listed],
    queryFn: ({ pageParam, signal }) =>
      callApi(orderEndpoints.list, { query: { ...listed, ...pageParam } }, { signal }),
    enabled: listed !== undefined,
    initialPageParam: undefined as OrderCursor | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
  });

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

  /** Loads the first page again and lets go of the others; rejects when it cannot. */
  async function refresh(): Promise<void> {
    await queryClient.cancelQueries(query);
    await queryClient.infiniteQuery({ ...query, staleTime: 0, pages: 1 });
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
