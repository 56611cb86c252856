import type { Order, OrderPage, OrderCount } from '@portage/contract/orders/orders';
import {
  type InfiniteData,
  CancelledError,
  useInfiniteQuery,
  useQueryClient,
  useQuery,
} from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import {
  type ListedOrders,
  ordersQuery,
  orderCountQuery,
  workFilters,
} from '../order/order-calls.ts';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import { type Calendar, listedOrders, readFilter } from './filters/order-filters.ts';
import { dayIn } from './filters/day-range.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { type OrdersSearch, viewOf, writeFilter } from './filters/order-address.ts';

/** Interval of checks for a new day, in milliseconds. */
const LOOKS_EVERY = 30_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** The current day in a time zone, `YYYY-MM-DD`; follows midnight. */
function useToday(timeZone: string): string {
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, Date.now()));
}

interface Lists {
  readonly calendar: Calendar;
  /** The orders that a filter asks for; undefined until the merchant's time zone is known. */
  readonly listed: ListedOrders | undefined;
  /** The same-day orders that are to be prepared. */
  readonly sameDayToPrepare: ListedOrders;
}

/** Translates a filter into parameters of the calls, in the days of a time zone. */
export function useListedOrders(filter: ViewFilter, timeZone: string | undefined): Lists {
  const today = useToday(timeZone ?? 'UTC');
  const calendar = { timeZone: timeZone ?? 'UTC', today };
  return {
    calendar,
    listed: timeZone === undefined ? undefined : listedOrders(filter, calendar),
    sameDayToPrepare: listedOrders(workFilters.toPrepareSameDay, calendar),
  };
}

/**
 * Counts the matching orders; undefined until counted. A list that is loaded to its end needs no
 * call.
 */
export function useOrderCount(
  listed: ListedOrders | undefined,
  list: Pick<LoadedOrders, 'orders' | 'isPending' | 'hasNextPage'>,
): OrderCount | undefined {
  const query = orderCountQuery(listed);
  const { data } = useQuery({ ...query, enabled: list.hasNextPage });
  if (list.isPending) return undefined;
  return list.hasNextPage ? data : { count: list.orders.length, hasMore: false };
}

/** Reads and changes the address of the list. */
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
    /** All of it but what is open. */
    address,
    filter: readFilter(address),
    /** Goes to another address, which Back leads from. */
    go: (search: OrdersSearch) => void navigate({ search, resetScroll: false }),
    /** Updates a part, or removes it with `undefined`, and replaces the history entry. */
    update: (part: Partial<Record<keyof OrdersSearch, string | undefined>>) =>
      void navigate({
        // A part that is undefined is not written.
        search: (before) => ({ ...before, ...part }) as OrdersSearch,
        replace: true,
        resetScroll: false,
      }),
    /** Lists other orders; what was open may not be among them. */
    changeFilter: (next: ViewFilter, { replace } = { replace: false }) => {
      const search = { ...viewOf(address), ...writeFilter(next) };
      void navigate({ search, replace, resetScroll: false });
    },
  };
}

const noOrders: Order[] = [];
const ordersOf = ({ pages }: InfiniteData<OrderPage>) => pages.flatMap(({ orders }) => orders);

/** Loads orders page by page, newest first. */
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

  /**
   * Loads the first page again and drops the others; rejects when it cannot. The end of the
   * session cancels it.
   */
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
    error: data ? null : error,
    /** Error of the next page, which is not retried by itself. */
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

export type LoadedOrders = ReturnType<typeof useOrders>;
