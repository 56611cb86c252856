import { type OrderCount, orderEndpoints } from '@portage/contract/orders';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import type { LoadedOrders } from '../use-orders.ts';
import type { ListedOrders } from './listed-orders.ts';

/** How many orders a filter matches, at most 10,000 of them counted. */
export const orderCountQuery = (listed: ListedOrders | undefined) =>
  queryOptions({
    queryKey: ['orders', 'count', listed],
    queryFn: ({ signal }) => callApi(orderEndpoints.count, { query: { ...listed } }, { signal }),
    enabled: listed !== undefined,
  });

/**
 * How many orders the filters match; undefined until it is known. The list comes first, and once it
 * is loaded to its end there is nothing to ask for.
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
