import type { OrderChange } from '@portage/contract/orders/order-changes';
import type { Order, OrderPage } from '@portage/contract/orders/orders';

type Pages = readonly OrderPage[];

/** What places an order in the list, newest first. */
type Key = Pick<Order, 'id' | 'createdAt'>;

/** Whether an order has its place above the end of these pages, listed or not. */
export function isWithin(pages: Pages, { id, createdAt }: Key): boolean {
  const end = pages.at(-1)?.next;
  if (!end) return true;
  return createdAt > end.createdAt || (createdAt === end.createdAt && id >= end.startAt);
}

/**
 * The orders to read after changes: those loaded in an older version, and those that are not loaded
 * but would have their place among the loaded ones if they match.
 */
export function idsToRead(pages: Pages, changes: readonly OrderChange[]): string[] {
  const versions = versionsOf(pages);
  const read = changes
    .filter((change) => {
      const version = versions.get(change.id);
      if (change.isDeleted) return false;
      return version === undefined ? isWithin(pages, change) : version < change.version;
    })
    .map(({ id }) => id);
  return [...new Set(read)];
}

/** The orders that changes say are deleted. One that was restored since is loaded in a newer version. */
export function idsDeleted(pages: Pages, changes: readonly OrderChange[]): string[] {
  const versions = versionsOf(pages);
  return changes
    .filter(({ id, version, isDeleted }) => isDeleted && (versions.get(id) ?? 0) <= version)
    .map(({ id }) => id);
}

/** The ids of all orders of pages. */
export function idsOf(pages: Pages): string[] {
  return pages.flatMap(({ orders }) => orders.map(({ id }) => id));
}

function versionsOf(pages: Pages): Map<string, number> {
  return new Map(pages.flatMap(({ orders }) => orders.map(({ id, version }) => [id, version])));
}
