import {
  type OrderCountQuery,
  type OrderCursor,
  orderEndpoints,
} from '@portage/contract/orders/orders';
import { orderCutoffEndpoints } from '@portage/contract/orders/order-cutoff';
import { orderViewEndpoints } from '@portage/contract/orders/order-views';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';

/** Which orders are listed, in the words of the calls (spec 1 §7). */
export type ListedOrders = z.input<typeof OrderCountQuery>;

/** One order by its id. */
export const orderQuery = (id: string) => callQuery(orderEndpoints.get, { params: { id } });

/**
 * The listed orders, page by page. A page is read once and not again behind the reader's back
 * (there may be hundreds), and all are forgotten when the screen is left (spec 1 §2). Nothing is
 * read while it is not known which orders to list.
 */
export const ordersQuery = (listed: ListedOrders | undefined) =>
  infiniteQueryOptions({
    queryKey: [...callKey(orderEndpoints.list), 'pages', listed],
    queryFn: ({ pageParam, signal }) =>
      callApi(orderEndpoints.list, { query: { ...listed, ...pageParam } }, { signal }),
    enabled: listed !== undefined,
    initialPageParam: undefined as OrderCursor | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
  });

/** The prefix of the keys of all lists that are loaded page by page. */
export const orderListsKey = [...callKey(orderEndpoints.list), 'pages'] as const;

/** How many orders a filter matches, at most 10,000 of them counted. */
export const orderCountQuery = (listed: ListedOrders | undefined) =>
  queryOptions({
    ...callQuery(orderEndpoints.count, { query: { ...listed } }),
    enabled: listed !== undefined,
  });

/** The prefix of the keys of all counts. */
export const orderCountsKey = callKey(orderEndpoints.count);

/** When same-day orders next close. */
export const sameDayCutoffQuery = callQuery(orderCutoffEndpoints.sameDay, {});

/** The reader's saved views and columns of the list. */
export const listSettingsQuery = callQuery(orderViewEndpoints.list, {});
