import type { OrderChange } from '@portage/contract/orders/order-changes';
import { type Order, orderEndpoints, ORDERS_PAGE_SIZE } from '@portage/contract/orders/orders';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { replaceOrders } from '../../order/order-cache.ts';
import { type ListedOrders, ordersQuery } from '../../order/order-calls.ts';
import { idsDeleted, idsOf, idsToRead, isWithin } from './span-of-orders.ts';

/** What reading orders anew has shown, by their ids. */
export interface OrderNews {
  /** Were read, whatever came of it. */
  readonly read: readonly string[];
  /** Are listed and match no more. */
  readonly left: readonly string[];
  /** Are deleted. */
  readonly deleted: readonly string[];
  /** Match, have their place among the loaded ones or above them, and are not loaded. */
  readonly unlisted: readonly string[];
  /** Whether more has changed than was read. */
  readonly isIncomplete: boolean;
}

/** How often it is asked whether the list has loaded, in milliseconds. */
const LOADING_CHECK = 100;

/** Which list is read, and until when it matters. */
export interface Reading {
  readonly queryClient: QueryClient;
  readonly listed: ListedOrders;
  readonly signal: AbortSignal;
}

/** Reads the orders that changed and puts them in their places. Rejects with `ApiError`. */
export async function readChanges(
  reading: Reading,
  changes: readonly OrderChange[],
): Promise<OrderNews> {
  const pages = await loadedPages(reading);
  const ids = idsToRead(pages, changes);
  const isLoaded = setOf(idsOf(pages));
  const matching = await readOrders(reading, reading.listed, ids);
  const placed = await place(reading, matching, ids.filter(isLoaded));
  const deleted = [...placed.deleted, ...idsDeleted(pages, changes)];
  return { ...placed, read: ids, deleted, isIncomplete: false };
}

/** Reads the first page and puts its orders in their places. Rejects with `ApiError`. */
export async function readFirstPage(reading: Reading): Promise<OrderNews> {
  const { listed, signal } = reading;
  const first = await callApi(orderEndpoints.list, { query: { ...listed } }, { signal });
  const pages = await loadedPages(reading);
  const loaded = pages.flatMap(({ orders }) => orders);
  const expected = loaded.filter((order) => isWithin([first], order)).map(({ id }) => id);
  const matching = first.orders.filter((order) => isWithin(pages, order));
  const placed = await place(reading, matching, expected);
  const read = [...expected, ...matching.map(({ id }) => id)];
  const last = first.orders.at(-1);
  const isPartOfNews = first.next !== undefined && placed.unlisted.includes(last?.id ?? '');
  return { ...placed, read, isIncomplete: isPartOfNews || pages.length > 1 };
}

/** Puts orders in their places; those that were expected and do not match are read without filters. */
async function place(reading: Reading, matching: readonly Order[], expected: readonly string[]) {
  const isMatching = setOf(matching.map(({ id }) => id));
  const missing = expected.filter((id) => !isMatching(id));
  const others = await readOrders(reading, {}, missing);
  const pages = await loadedPages(reading);
  const isLoaded = setOf(idsOf(pages));
  const exists = setOf(others.map(({ id }) => id));
  reading.queryClient.setQueryData(
    ordersQuery(reading.listed).queryKey,
    (list) => list && { ...list, pages: replaceOrders(list.pages, [...matching, ...others]) },
  );
  return {
    unlisted: matching.map(({ id }) => id).filter((id) => !isLoaded(id)),
    left: missing.filter(exists),
    deleted: missing.filter((id) => !exists(id)),
  };
}

/** Those of the orders that match, in any number. */
async function readOrders({ signal }: Reading, listed: ListedOrders, ids: readonly string[]) {
  const orders: Order[] = [];
  for (let from = 0; from < ids.length; from += ORDERS_PAGE_SIZE) {
    const some = ids.slice(from, from + ORDERS_PAGE_SIZE).join(',');
    const query = { ...listed, ids: some };
    const page = await callApi(orderEndpoints.list, { query }, { signal });
    orders.push(...page.orders);
  }
  return orders;
}

/**
 * The loaded pages, once nothing is being loaded: a page that arrives would put those before it back
 * as they were. None while the list could not be loaded.
 */
async function loadedPages({ queryClient, listed, signal }: Reading) {
  const { queryKey } = ordersQuery(listed);
  while (queryClient.isFetching({ queryKey, exact: true }) > 0 && !signal.aborted) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOADING_CHECK);
    });
  }
  signal.throwIfAborted();
  return queryClient.getQueryData(queryKey)?.pages ?? [];
}

function setOf(ids: readonly string[]): (id: string) => boolean {
  const set = new Set(ids);
  return (id) => set.has(id);
}
