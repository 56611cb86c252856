import { useThrottledCallback } from '@mantine/hooks';
import type { RowSelectionState } from '@tanstack/react-table';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import {
  orderAt,
  orderComparisons,
  type OrderSort,
  type SortedOrder,
} from '@portage/contract/orders/order-list';
import {
  type OrderSummary,
  type Order,
  orderEndpoints,
  ORDERS_PAGE_SIZE,
  type OrderPage,
} from '@portage/contract/orders/orders';
import { callApi } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { followOrderChanges } from '../order/follow-order-changes.ts';
import {
  removeCachedOrders,
  replaceOrders,
  orderCountsKey,
  sameDayCutoffQuery,
  type ListedOrders,
  ordersQuery,
  workQuery,
} from '../order/order-calls.ts';
import type { LoadedOrders } from './use-orders.ts';

type Pages = readonly OrderPage[];

/** Above the end of these pages, listed or not. */
export function isWithin(pages: Pages, order: SortedOrder, sort: OrderSort): boolean {
  const end = pages.at(-1)?.next;
  return !end || orderComparisons[sort](order, orderAt(end)) <= 0;
}

/** Outdated ones, and those that would be loaded if they match. */
export function idsToRead(
  pages: Pages,
  changes: readonly OrderChange[],
  sort: OrderSort = 'placed',
): string[] {
  const versions = versionsOf(pages);
  const end = pages.at(-1)?.next;
  // A change does not tell what other sorts compare.
  const mayBeWithin = ({ id, createdAt }: OrderChange) =>
    sort !== 'placed' ||
    !end ||
    createdAt > end.createdAt ||
    (createdAt === end.createdAt && id >= end.startAt);
  const read = changes
    .filter((change) => {
      const version = versions.get(change.id);
      if (change.isDeleted) return false;
      return version === undefined ? mayBeWithin(change) : version < change.version;
    })
    .map(({ id }) => id);
  return [...new Set(read)];
}

/** An order restored since then has a newer version. */
export function idsDeleted(pages: Pages, changes: readonly OrderChange[]): string[] {
  const versions = versionsOf(pages);
  return changes
    .filter(({ id, version, isDeleted }) => isDeleted && (versions.get(id) ?? 0) <= version)
    .map(({ id }) => id);
}

function idsOf(pages: Pages): string[] {
  return pages.flatMap(({ orders }) => orders.map(({ id }) => id));
}

function versionsOf(pages: Pages): Map<string, number> {
  return new Map(pages.flatMap(({ orders }) => orders.map(({ id, version }) => [id, version])));
}

/** By id. */
export interface NewChanges {
  readonly read: readonly string[];
  /** Listed, and no longer matching. */
  readonly left: readonly string[];
  readonly deleted: readonly string[];
  /** Match among or above the loaded ones, but are not loaded. */
  readonly unlisted: readonly string[];
  /** More changed than was read. */
  readonly isIncomplete: boolean;
}

interface LeavingOrder {
  readonly id: string;
  readonly isDeleted: boolean;
}

interface ListChanges {
  readonly listKey: string;
  readonly unlisted: readonly string[];
  readonly leaving: readonly LeavingOrder[];
  /** More changed than was read. */
  readonly isIncomplete: boolean;
}

export const noChanges = (listKey: string): ListChanges => ({
  listKey,
  unlisted: [],
  leaving: [],
  isIncomplete: false,
});

export function addChanges(before: ListChanges, news: NewChanges): ListChanges {
  const read = new Set([...news.read, ...news.deleted]);
  const staying = before.leaving.filter(({ id }) => !read.has(id));
  return {
    listKey: before.listKey,
    unlisted: [...before.unlisted.filter((id) => !read.has(id)), ...news.unlisted],
    leaving: [
      ...staying,
      ...news.left.map((id) => ({ id, isDeleted: false })),
      ...news.deleted.map((id) => ({ id, isDeleted: true })),
    ],
    isIncomplete: before.isIncomplete || news.isIncomplete,
  };
}

const sortOf = ({ sort = 'placed' }: ListedOrders): OrderSort => sort;

/** Milliseconds. */
const LOADING_CHECK = 100;

interface Reading {
  readonly listed: ListedOrders;
  readonly signal: AbortSignal;
}

/** Rejects with `ApiError`. */
async function readChanges(reading: Reading, changes: readonly OrderChange[]): Promise<NewChanges> {
  const pages = await loadedPages(reading);
  const ids = idsToRead(pages, changes, sortOf(reading.listed));
  const isLoaded = setOf(idsOf(pages));
  const matching = await readOrders(reading, reading.listed, ids);
  const placed = await place(reading, matching, ids.filter(isLoaded));
  const deleted = [...placed.deleted, ...idsDeleted(pages, changes)];
  return { ...placed, read: ids, deleted, isIncomplete: false };
}

/** Rejects with `ApiError`. */
async function readFirstPage(reading: Reading): Promise<NewChanges> {
  const { listed, signal } = reading;
  const first = await callApi(orderEndpoints.list, { query: { ...listed } }, { signal });
  const pages = await loadedPages(reading);
  const loaded = pages.flatMap(({ orders }) => orders);
  const sort = sortOf(listed);
  const expected = loaded.filter((order) => isWithin([first], order, sort)).map(({ id }) => id);
  const matching = first.orders.filter((order) => isWithin(pages, order, sort));
  const placed = await place(reading, matching, expected);
  const read = [...expected, ...matching.map(({ id }) => id)];
  const last = first.orders.at(-1);
  const isPartOfNews = first.next !== undefined && placed.unlisted.includes(last?.id ?? '');
  return { ...placed, read, isIncomplete: isPartOfNews || pages.length > 1 };
}

/** Reads expected orders that do not match without filters. */
async function place(reading: Reading, matching: readonly Order[], expected: readonly string[]) {
  const isMatching = setOf(matching.map(({ id }) => id));
  const missing = expected.filter((id) => !isMatching(id));
  const others = await readOrders(reading, {}, missing);
  const pages = await loadedPages(reading);
  const isLoaded = setOf(idsOf(pages));
  const exists = setOf(others.map(({ id }) => id));
  const newer = [...matching, ...others];
  // An update clears the failure of a next page.
  if (newer.length > 0) {
    queryClient.setQueryData(
      ordersQuery(reading.listed).queryKey,
      (list) => list && { ...list, pages: replaceOrders(list.pages, newer) },
    );
  }
  return {
    unlisted: matching
      .filter((order) => !isLoaded(order.id) && isWithin(pages, order, sortOf(reading.listed)))
      .map(({ id }) => id),
    left: missing.filter(exists),
    deleted: missing.filter((id) => !exists(id)),
  };
}

/** Any number of ids. */
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

/** Waits for loading pages, which would undo updates. */
async function loadedPages({ listed, signal }: Reading) {
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

/** Milliseconds between counts while orders change. */
const COUNT_INTERVAL = 5_000;

/** Milliseconds: the first rows come first. */
const BEGUN_AFTER = 1_000;

/** Milliseconds between attempts to remove rows. */
const LETTING_GO_INTERVAL = 500;

interface FollowedList {
  /** Undefined until the filters are known. */
  readonly listed: ListedOrders | undefined;
  readonly list: Pick<LoadedOrders, 'orders' | 'generation' | 'isPending' | 'refresh'>;
  readonly expanded: string | undefined;
  readonly rowSelection: RowSelectionState;
  readonly listElement: RefObject<HTMLElement | null>;
}

/** Rows that no longer match go once unused; new ones are only counted, so that no row moves. */
export function useLiveOrders(followed: FollowedList) {
  const { listed, list, expanded, rowSelection, listElement } = followed;
  const listKey = `${list.generation} ${JSON.stringify(listed)}`;
  const [kept, setKept] = useState(() => noChanges(listKey));
  const news = kept.listKey === listKey ? kept : noChanges(listKey);

  const countAgain = useThrottledCallback(() => {
    void queryClient.invalidateQueries({ queryKey: orderCountsKey });
    void queryClient.invalidateQueries(sameDayCutoffQuery);
    void queryClient.invalidateQueries(workQuery);
  }, COUNT_INTERVAL);

  async function take(
    signal: AbortSignal,
    read: (reading: Reading) => Promise<NewChanges>,
  ): Promise<void> {
    if (listed === undefined) return;
    const seen = await read({ listed, signal });
    countAgain();
    // No row can move in a list that has none.
    if (list.orders.length === 0 && seen.unlisted.length > 0) return list.refresh();
    setKept((before) => addChanges(before.listKey === listKey ? before : noChanges(listKey), seen));
  }
  const takeNow = useEffectEvent(take);

  const [isBegun, setBegun] = useState(false);
  const isListed = listed !== undefined && !list.isPending;
  useEffect(() => {
    if (!isListed) return undefined;
    const timer = setTimeout(() => setBegun(true), BEGUN_AFTER);
    return () => clearTimeout(timer);
  }, [isListed]);
  useEffect(() => {
    if (!isBegun) return undefined;
    const leaving = new AbortController();
    const unfollow = followOrderChanges({
      readChanges: (changes) => takeNow(leaving.signal, (reading) => readChanges(reading, changes)),
      lookAgain: () => takeNow(leaving.signal, readFirstPage),
    });
    return () => {
      unfollow();
      leaving.abort();
    };
  }, [isBegun]);

  const isHeld = ({ id, isDeleted }: LeavingOrder) =>
    id === expanded ||
    // A deleted order offers no action.
    (!isDeleted && rowSelection[id] === true) ||
    isRowInUse(listElement.current, id);
  const letGo = useEffectEvent(() => {
    // Undo may bring removed orders back; they then stay.
    const isListed = setOf(list.orders.map(({ id }) => id));
    const ids = news.leaving
      .filter((order) => !isListed(order.id) || !isHeld(order))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    removeCachedOrders(ids);
    const staying = news.leaving.filter(({ id }) => !ids.includes(id));
    setKept({ ...news, leaving: staying });
  });
  const someLeave = news.leaving.length > 0;
  useEffect(() => {
    if (!someLeave) return undefined;
    const timer = setInterval(letGo, LETTING_GO_INTERVAL);
    return () => clearInterval(timer);
  }, [someLeave]);

  /** Failures wait for the stream. */
  async function readAgain(changed: readonly OrderSummary[]): Promise<void> {
    const changes = changed.map(({ id, createdAt }) => {
      return { id, createdAt, version: Infinity, isDeleted: false };
    });
    const { signal } = new AbortController();
    await take(signal, (reading) => readChanges(reading, changes)).catch(() => undefined);
  }

  const isLoaded = new Set(list.orders.map(({ id }) => id));
  return {
    /** Above the end of the list. */
    unlisted: news.unlisted.filter((id) => !isLoaded.has(id)).length,
    isIncomplete: news.isIncomplete,
    readAgain,
  };
}

/** The pointer is over the list, or the focus on the row. */
function isRowInUse(list: HTMLElement | null, orderId: string): boolean {
  const hasPointer = matchMedia('(hover: hover)').matches && list?.matches(':hover');
  const focused = document.activeElement?.closest<HTMLElement>('[data-order-id]');
  return hasPointer === true || focused?.dataset['orderId'] === orderId;
}
