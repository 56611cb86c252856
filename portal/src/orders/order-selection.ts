import { type OrderSummary, summaryOf } from '@portage/contract/orders/order-selection';
import { type Order, orderEndpoints, ORDERS_PAGE_SIZE } from '@portage/contract/orders/orders';
import { functionalUpdate, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table';
import { useEffect, useState } from 'react';
import { currentSession, timedOutUsername } from '../lib/session.ts';
import { callApi } from '../lib/api.ts';

/** Concurrent calls for orders that are not loaded. */
const CONCURRENCY = 3;

interface Source {
  /** The orders that are loaded, by their id. */
  readonly loaded: ReadonlyMap<string, Order>;
  /** Reads orders that are not; those that are gone it leaves out. At most 100 at a time. */
  readonly fetchOrders: (ids: readonly string[]) => Promise<readonly Order[]>;
  /** Hears how many of the orders are there. */
  readonly onProgress?: (orders: number) => void;
}

/** Reads the selected orders in full, in sequence; deleted ones are left out. */
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

interface Selection {
  /** The list of the selection. */
  readonly listKey: string;
  readonly rows: RowSelectionState;
  /** Summaries of selected orders that no page has listed yet. */
  readonly unlisted: readonly OrderSummary[];
}

const nothingIn = (listKey: string): Selection => ({ listKey, rows: {}, unlisted: [] });

/** The selection of a user whose session ended, for the next sign-in. */
let interrupted: { readonly username: string; readonly selection: Selection } | undefined;

/** Restores the selection of the ended session for the same user and list. */
function beginningIn(listKey: string): Selection {
  const isSame =
    interrupted?.username === currentSession()?.username &&
    interrupted?.selection.listKey === listKey;
  return isSame && interrupted ? interrupted.selection : nothingIn(listKey);
}

/** The selected orders, newest first. Another list (`listKey`) starts with none (spec 1 §2). */
export function useOrderSelection(listKey: string, listed: readonly Order[]) {
  const [kept, setKept] = useState(() => beginningIn(listKey));
  const current = kept.listKey === listKey ? kept : nothingIn(listKey);
  // A selection does not come back with its filter: it is gone once another list has been shown.
  const [shownKey, setShownKey] = useState(listKey);
  if (shownKey !== listKey) {
    setShownKey(listKey);
    if (kept.listKey !== listKey) setKept(beginningIn(listKey));
  }

  const selected = selectedSummaries(current, listed);
  useEffect(() => {
    // Taken up once: after that it goes with its list, as any other.
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
    /** Selects exactly these orders, in this list or in another that is shown next. */
    select: (orders: readonly OrderSummary[], inList = listKey) =>
      setKept({
        listKey: inList,
        rows: Object.fromEntries(orders.map(({ id }) => [id, true])),
        unlisted: orders,
      }),
    /** Takes orders out of the selection, such as those that are gone. */
    deselect: (ids: readonly string[]) =>
      setKept((before) => ({ ...before, rows: rowsWithout(before.rows, new Set(ids)) })),
    clear: () => setKept(nothingIn(listKey)),
  };
}

const rowsWithout = (rows: RowSelectionState, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(rows).filter(([id]) => !ids.has(id)));

/** Looks through the listed orders only as far as it must: there may be tens of thousands. */
function selectedSummaries({ rows, unlisted }: Selection, listed: readonly Order[]) {
  const known = new Map(unlisted.map((summary) => [summary.id, summary]));
  const awaited = new Set(Object.keys(rows));
  for (const order of listed) {
    if (awaited.size === 0) break;
    if (awaited.delete(order.id)) known.set(order.id, summaryOf(order));
  }
  return [...known.values()].filter(({ id }) => rows[id]).sort(newestFirst);
}

const newestFirst = (one: OrderSummary, other: OrderSummary) =>
  other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);
