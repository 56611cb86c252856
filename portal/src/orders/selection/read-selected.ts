import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { type Order, orderEndpoints, ORDERS_PAGE_SIZE } from '@portage/contract/orders/orders';
import { callApi } from '../../lib/api.ts';

/** How many calls for orders that are not loaded are under way at once. */
const CONCURRENCY = 3;

interface Source {
  /** The orders that are loaded, by their id. */
  readonly loaded: ReadonlyMap<string, Order>;
  /** Reads orders that are not; those that are gone it leaves out. At most 100 at a time. */
  readonly fetchOrders: (ids: readonly string[]) => Promise<readonly Order[]>;
  /** Hears how many of the orders are there. */
  readonly onProgress?: (orders: number) => void;
}

/** The selected orders in full, in the sequence of the selection; those that are gone are left out. */
export async function readSelected(
  selected: readonly OrderSummary[],
  { loaded, fetchOrders: fetch, onProgress }: Source,
): Promise<Order[]> {
  const found = new Map<string, Order>();
  const missing: string[] = [];
  for (const { id } of selected) {
    const order = loaded.get(id);
    if (order) found.set(id, order);
    else missing.push(id);
  }
  const bundles = Array.from({ length: Math.ceil(missing.length / ORDERS_PAGE_SIZE) }, (_, index) =>
    missing.slice(index * ORDERS_PAGE_SIZE, (index + 1) * ORDERS_PAGE_SIZE),
  ).values();

  async function work(): Promise<void> {
    for (const ids of bundles) {
      for (const order of await fetch(ids)) found.set(order.id, order);
      onProgress?.(found.size);
    }
  }

  onProgress?.(found.size);
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return selected.flatMap(({ id }) => found.get(id) ?? []);
}

/** Reads orders by id, at most 100 in a call. */
export async function fetchOrders(ids: readonly string[], signal?: AbortSignal): Promise<Order[]> {
  const query = { ids: ids.join(','), limit: String(ids.length) };
  return (await callApi(orderEndpoints.list, { query }, signal ? { signal } : {})).orders;
}
