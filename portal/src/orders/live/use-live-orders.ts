import { useThrottledCallback } from '@mantine/hooks';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { useQueryClient } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { removeCachedOrders } from '../../order/order-cache.ts';
import { orderCountsKey, sameDayCutoffQuery, type ListedOrders } from '../../order/order-calls.ts';
import type { LoadedOrders } from '../use-orders.ts';
import { workQuery } from '../../order/work-views.ts';
import { followOrderChanges } from '../../order/follow-order-changes.ts';
import { addNews, type LeavingOrder, noNews } from './order-news.ts';
import { type OrderNews, readChanges, readFirstPage, type Reading } from './read-changes.ts';

/** How often orders are counted again while they change, in milliseconds. */
const COUNT_INTERVAL = 5_000;

/** How long the first rows have the connection to themselves, in milliseconds. */
const BEGUN_AFTER = 1_000;

/** How often it is looked whether rows that should go are let go of, in milliseconds. */
const LETTING_GO_INTERVAL = 500;

interface FollowedList {
  /** Which orders are listed; undefined while that is not known. */
  readonly listed: ListedOrders | undefined;
  readonly list: Pick<LoadedOrders, 'orders' | 'generation' | 'isPending' | 'refresh'>;
  /** Id of the order whose details are open. */
  readonly expanded: string | undefined;
  readonly rowSelection: RowSelectionState;
  /** The element that holds the list. */
  readonly listElement: RefObject<HTMLElement | null>;
}

/**
 * Keeps the listed orders as they are at the carrier while they are looked at. What changed is put
 * in its place; orders that no longer match or were deleted go once they are neither open nor
 * selected nor pointed at, and new ones are only counted, so that no row moves under the pointer.
 */
export function useLiveOrders(followed: FollowedList) {
  const { listed, list, expanded, rowSelection, listElement } = followed;
  const queryClient = useQueryClient();
  const listKey = `${list.generation} ${JSON.stringify(listed)}`;
  const [kept, setKept] = useState(() => noNews(listKey));
  const news = kept.listKey === listKey ? kept : noNews(listKey);

  const countAgain = useThrottledCallback(() => {
    void queryClient.invalidateQueries({ queryKey: orderCountsKey });
    void queryClient.invalidateQueries(sameDayCutoffQuery);
    void queryClient.invalidateQueries(workQuery);
  }, COUNT_INTERVAL);

  async function take(
    signal: AbortSignal,
    read: (reading: Reading) => Promise<OrderNews>,
  ): Promise<void> {
    if (listed === undefined) return;
    const seen = await read({ queryClient, listed, signal });
    countAgain();
    // No row can move in a list that has none.
    if (list.orders.length === 0 && seen.unlisted.length > 0) return list.refresh();
    setKept((before) => addNews(before.listKey === listKey ? before : noNews(listKey), seen));
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
    // Nothing can be done any more with one that is deleted.
    (!isDeleted && rowSelection[id] === true) ||
    isRowInUse(listElement.current, id);
  const letGo = useEffectEvent(() => {
    const ids = news.leaving.filter((order) => !isHeld(order)).map(({ id }) => id);
    if (ids.length === 0) return;
    removeCachedOrders(queryClient, ids);
    const staying = news.leaving.filter(({ id }) => !ids.includes(id));
    setKept({ ...news, leaving: staying });
  });
  const someLeave = news.leaving.length > 0;
  useEffect(() => {
    if (!someLeave) return undefined;
    const timer = setInterval(letGo, LETTING_GO_INTERVAL);
    return () => clearInterval(timer);
  }, [someLeave]);

  /** Reads orders that were changed here, without waiting to be told; a failure leaves it to that. */
  async function readAgain(changed: readonly OrderSummary[]): Promise<void> {
    const changes = changed.map(({ id, createdAt }) => {
      return { id, createdAt, version: Infinity, isDeleted: false };
    });
    const { signal } = new AbortController();
    await take(signal, (reading) => readChanges(reading, changes)).catch(() => undefined);
  }

  const isLoaded = new Set(list.orders.map(({ id }) => id));
  return {
    /** How many orders match that are not listed, and would stand above the end of the list. */
    unlisted: news.unlisted.filter((id) => !isLoaded.has(id)).length,
    isIncomplete: news.isIncomplete,
    readAgain,
  };
}

/**
 * Whether a row of the list should stay where it is: the pointer is over the list, or the focus is
 * on the row. Touch screens have no pointer that could hit another row.
 */
function isRowInUse(list: HTMLElement | null, orderId: string): boolean {
  const hasPointer = matchMedia('(hover: hover)').matches && list?.matches(':hover');
  const focused = document.activeElement?.closest<HTMLElement>('[data-order-id]');
  return hasPointer === true || focused?.dataset['orderId'] === orderId;
}
