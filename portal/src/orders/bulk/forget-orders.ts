import type { OrderPage } from '@portage/contract/orders';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { withoutOrders } from '../loaded-orders.ts';

/**
 * Takes orders that are gone out of the loaded list, where it is, and has whatever was counted
 * counted again. A list that lost every order it had loaded, and has more, begins anew.
 */
export function forgetOrders(queryClient: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids);
  const lists = queryClient.setQueriesData<InfiniteData<OrderPage>>(
    { queryKey: ['orders', 'list'] },
    (loaded) => loaded && { ...loaded, pages: withoutOrders(loaded.pages, gone) },
  );
  for (const [queryKey, loaded] of lists) {
    const isEmpty = loaded?.pages.every(({ orders }) => orders.length === 0);
    if (isEmpty && loaded?.pages.at(-1)?.next) void queryClient.resetQueries({ queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: ['orders', 'count'] });
}
