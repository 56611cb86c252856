import type { OrderCount } from '@portage/contract/orders';
import { useQuery } from '@tanstack/react-query';
import type { LoadedOrders } from '../use-orders.ts';
import { type ListedOrders, orderCountQuery } from '../../order/order-calls.ts';

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
