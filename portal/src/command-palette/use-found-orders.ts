import { orderEndpoints } from '@portage/contract/orders/orders';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from '../lib/call-query.ts';

/** From how many characters on orders are searched. */
const SHORTEST_SEARCH = 2;
/** The most orders that the palette shows. */
const MOST_FOUND = 8;
/** How long typing must rest before a search is sent, in milliseconds. */
const TYPING_RESTS = 250;

const foundQuery = (text: string) =>
  queryOptions({
    ...callQuery(orderEndpoints.list, { query: { freeSearch: text, limit: MOST_FOUND } }),
    enabled: text.length >= SHORTEST_SEARCH,
    gcTime: 0,
  });

/**
 * The newest orders that match what is typed, whenever they were placed. They are searched once the
 * typing rests; a search that is overtaken is cancelled, and what it found is not shown for other text.
 */
export function useFoundOrders(typed: string) {
  const wanted = typed.trim();
  const [text] = useDebouncedValue(wanted, TYPING_RESTS);
  const { data, error, isFetching, refetch } = useQuery(foundQuery(text));
  const isAsked = wanted.length >= SHORTEST_SEARCH;
  const isCurrent = isAsked && wanted === text;
  return {
    /** What is searched for; undefined while too little is typed. */
    search: isAsked ? wanted : undefined,
    orders: isCurrent && data ? data.orders : [],
    /** Whether more match than are shown. */
    hasMore: isCurrent && data?.next !== undefined,
    isSearching: isAsked && (!isCurrent || isFetching),
    error: isCurrent && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}

/** What is known of the orders that are searched for. */
export type FoundOrders = ReturnType<typeof useFoundOrders>;
