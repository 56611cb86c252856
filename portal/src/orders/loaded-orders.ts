import type { Order, OrderPage } from '@portage/contract/orders';

/**
 * Puts newer states of orders in the place of those already loaded. Orders that are not loaded are
 * left out, so that no row moves under the pointer; pages and orders that did not change stay the
 * same objects, so that their rows are not drawn again.
 */
export function replaceOrders(pages: readonly OrderPage[], newer: readonly Order[]): OrderPage[] {
  const newerById = new Map(newer.map((order) => [order.id, order]));
  const newestOf = (order: Order) => {
    const candidate = newerById.get(order.id);
    return candidate && candidate.version > order.version ? candidate : order;
  };
  return pages.map((page) => {
    const orders = page.orders.map(newestOf);
    const isSame = orders.every((order, index) => order === page.orders[index]);
    return isSame ? page : { ...page, orders };
  });
}

/** Leaves orders that are gone out of the loaded pages; pages that had none of them stay the same. */
export function withoutOrders(pages: readonly OrderPage[], gone: ReadonlySet<string>): OrderPage[] {
  return pages.map((page) => {
    const orders = page.orders.filter(({ id }) => !gone.has(id));
    return orders.length === page.orders.length ? page : { ...page, orders };
  });
}
