import { functionalUpdate, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table';
import { useEffect, useState } from 'react';
import {
  type OrderSummary,
  summaryOf,
  type Order,
  orderEndpoints,
  ORDERS_PAGE_SIZE,
} from '@portage/contract/orders/orders';
import { callApi } from '../lib/api.ts';
import { currentSession, timedOutUsername } from '../lib/session.ts';

const CONCURRENCY = 3;

interface Source {
  readonly loaded: ReadonlyMap<string, Order>;
  /** Omits deleted orders. At most 100 at a time. */
  readonly fetchOrders: (ids: readonly string[]) => Promise<readonly Order[]>;
  readonly onProgress?: (orders: number) => void;
}

/** In sequence, without deleted orders. */
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

/** Asks for at most 100 orders a call. */
export async function fetchOrders(ids: readonly string[], signal?: AbortSignal): Promise<Order[]> {
  const query = { ids: ids.join(','), limit: String(ids.length) };
  return (await callApi(orderEndpoints.list, { query }, signal ? { signal } : {})).orders;
}

interface Selection {
  readonly listKey: string;
  readonly rows: RowSelectionState;
  /** Orders that no page has listed yet. */
  readonly unlisted: readonly OrderSummary[];
}

const nothingIn = (listKey: string): Selection => ({ listKey, rows: {}, unlisted: [] });

/** Waits for the next sign-in of the user whose session ended. */
let interrupted: { readonly username: string; readonly selection: Selection } | undefined;

/** Restores a selection for the same user and list. */
function beginningIn(listKey: string): Selection {
  const isSame =
    interrupted?.username === currentSession()?.username &&
    interrupted?.selection.listKey === listKey;
  return isSame && interrupted ? interrupted.selection : nothingIn(listKey);
}

/** In the sequence of a sorted list, else newest first. Another `listKey` starts with none (spec 1 §2). */
export function useOrderSelection(listKey: string, listed: readonly Order[], isSorted: boolean) {
  const [kept, setKept] = useState(() => beginningIn(listKey));
  const current = kept.listKey === listKey ? kept : nothingIn(listKey);
  // Another list ends the selection, even if its filter returns.
  const [shownKey, setShownKey] = useState(listKey);
  if (shownKey !== listKey) {
    setShownKey(listKey);
    if (kept.listKey !== listKey) setKept(beginningIn(listKey));
  }

  const selected = selectedSummaries(current, listed, isSorted);
  useEffect(() => {
    // Taken up once.
    if (kept === interrupted?.selection) interrupted = undefined;
    return () => {
      const username = timedOutUsername();
      if (username === undefined || selected.length === 0) return;
      interrupted = { username, selection: { ...current, unlisted: selected } };
    };
  });

  const onRowSelectionChange: OnChangeFn<RowSelectionState> = (update) =>
    setKept((before) => {
      const base = before.listKey === listKey ? before : nothingIn(listKey);
      return { ...base, rows: functionalUpdate(update, base.rows) };
    });

  return {
    rowSelection: current.rows,
    onRowSelectionChange,
    selected,
    select: (orders: readonly OrderSummary[]) =>
      setKept({
        listKey,
        rows: Object.fromEntries(orders.map(({ id }) => [id, true])),
        unlisted: orders,
      }),
    deselect: (ids: readonly string[]) =>
      setKept((before) => ({ ...before, rows: rowsWithout(before.rows, new Set(ids)) })),
    clear: () => setKept(nothingIn(listKey)),
  };
}

const rowsWithout = (rows: RowSelectionState, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(rows).filter(([id]) => !ids.has(id)));

/** Stops early: tens of thousands may be listed. */
function selectedSummaries(
  { rows, unlisted }: Selection,
  listed: readonly Order[],
  isSorted: boolean,
): OrderSummary[] {
  const known = new Map<string, OrderSummary>();
  const awaited = new Set(Object.keys(rows));
  for (const order of listed) {
    if (awaited.size === 0) break;
    if (awaited.delete(order.id)) known.set(order.id, summaryOf(order));
  }
  const others = unlisted.filter(({ id }) => rows[id] && !known.has(id));
  const selected = [...known.values(), ...others];
  return isSorted ? selected : selected.sort(newestFirst);
}

const newestFirst = (one: OrderSummary, other: OrderSummary) =>
  other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);
