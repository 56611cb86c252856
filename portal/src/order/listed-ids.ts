import { createStore, useStore } from '../lib/store.ts';

/** The most orders that the pages of orders lead through. */
const MOST_KEPT = 1_000;

const listed = createStore<readonly string[]>([]);

/** Keeps which orders the list shows, newest first, for the pages of these orders. */
export function keepListedIds(orders: readonly { readonly id: string }[]): void {
  listed.set(orders.slice(0, MOST_KEPT).map(({ id }) => id));
}

/** The ids of the orders before and after one in the list that was shown last. */
export function useNeighbours(id: string) {
  const ids = useStore(listed);
  const index = ids.indexOf(id);
  return {
    previous: index > 0 ? ids[index - 1] : undefined,
    next: index < 0 ? undefined : ids[index + 1],
  };
}
