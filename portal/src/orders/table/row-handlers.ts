import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { OrdersTable } from './order-table.ts';
import { nextRow } from './next-row.ts';

interface RowHandlers {
  readonly table: OrdersTable;
  /** Index of the row that the Tab key reaches. */
  readonly currentIndex: number;
  readonly onCurrent: (orderId: string) => void;
  readonly onToggleExpanded: (orderId: string) => void;
  readonly scrollToRow: (index: number) => void;
}

/**
 * Answers the keys and clicks of all rows of the list in one place: arrows move, Space selects,
 * Enter and a click open or close. A row is known by its `data-order-id`.
 */
export function rowHandlers(list: RowHandlers) {
  const { rows, rowsById } = list.table.getRowModel();
  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const id = orderIdAt(event.target);
      if (id !== undefined) list.onCurrent(id);
    },

    onClick(event: MouseEvent<HTMLElement>) {
      const target = event.target as HTMLElement;
      const id = orderIdAt(target);
      const isOnControl = target.closest('input, button, a') !== null;
      if (id === undefined || isOnControl || isSelectingText()) return;
      list.onToggleExpanded(id);
    },

    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const element = event.target as HTMLElement;
      const id = element.dataset['orderId'];
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (id === undefined || hasModifier) return;

      if (event.key === 'Enter') list.onToggleExpanded(id);
      else if (event.key === ' ') toggleSelected(id);
      else if (!moveFrom(element, event.key)) return;
      event.preventDefault();
    },
  };

  function toggleSelected(id: string): void {
    const row = rowsById[id];
    if (row?.getCanSelect()) row.toggleSelected();
  }

  /** Moves the focus; the row moved to is drawn at once, wherever it is, so that it can take it. */
  function moveFrom(element: HTMLElement, key: string): boolean {
    const next = nextRow(key, list.currentIndex, rows.length);
    const nextId = next === undefined ? undefined : rows[next]?.id;
    if (next === undefined || nextId === undefined) return false;
    // Read first: the row moved from may be drawn no more afterwards.
    const table = element.closest('table');
    flushSync(() => list.onCurrent(nextId));
    const row = table?.querySelector<HTMLElement>(`[data-order-id="${nextId}"]`);
    row?.focus({ preventScroll: true });
    list.scrollToRow(next);
    return true;
  }
}

function orderIdAt(target: HTMLElement): string | undefined {
  return target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'];
}

/** Dragging over a text to copy it ends in a click that is not meant for the row. */
function isSelectingText(): boolean {
  return getSelection()?.isCollapsed === false;
}
