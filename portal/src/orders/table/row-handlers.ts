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
 * Answers the keys and clicks of all rows of the list in one place: arrows move, Space selects, both
 * with Shift select ranges, Ctrl/⌘ A selects every loaded order, Enter and a click open or close. A
 * row is known by its `data-order-id`.
 */
export function rowHandlers(list: RowHandlers) {
  const { rows, rowsById } = list.table.getRowModel();
  return {
    /** Moves the focus to a row from anywhere on the page; past the last one it stays. */
    enter: (table: HTMLElement | null, index: number): void => {
      if (table) focusRow(table, Math.min(index, rows.length - 1));
    },

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
      if (isSelectAll(event) && orderIdAt(element) !== undefined) {
        list.table.toggleAllRowsSelected(true);
      } else if (!answer(event, element)) return;
      event.preventDefault();
    },
  };

  /** Does what a key on a row stands for; false for a key that stands for nothing. */
  function answer(event: KeyboardEvent, element: HTMLElement): boolean {
    const { key, shiftKey } = event;
    const row = rowsById[element.dataset['orderId'] ?? ''];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === 'Enter') {
      list.onToggleExpanded(row.id);
      return true;
    }
    if (key === ' ') {
      setSelected(row.id, !row.getIsSelected(), shiftKey);
      return true;
    }
    const nextId = moveFrom(element, key);
    if (nextId !== undefined && shiftKey) {
      setSelected(row.id, true, false);
      setSelected(nextId, true, row.getCanSelect());
    }
    return nextId !== undefined;
  }

  /** Selects an order or not, as a click on its checkbox does; as a range from the one clicked before. */
  function setSelected(id: string, checked: boolean, isRange: boolean): void {
    rowsById[id]?.getToggleSelectedHandler()({ target: { checked }, shiftKey: isRange });
  }

  /**
   * Moves the focus; the row moved to is drawn at once, wherever it is, so that it can take it.
   * Answers with its order's id; undefined when the key moves nowhere.
   */
  function moveFrom(element: HTMLElement, key: string): string | undefined {
    const next = nextRow(key, list.currentIndex, rows.length);
    // Read first: the row moved from may be drawn no more afterwards.
    const table = element.closest('table');
    return next === undefined || !table ? undefined : focusRow(table, next);
  }

  function focusRow(table: HTMLElement, next: number): string | undefined {
    const nextId = rows[next]?.id;
    if (nextId === undefined) return undefined;
    flushSync(() => list.onCurrent(nextId));
    const row = table.querySelector<HTMLElement>(`[data-order-id="${nextId}"]`);
    row?.focus({ preventScroll: true });
    list.scrollToRow(next);
    return nextId;
  }
}

/** Ctrl A, or ⌘ A. */
function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function orderIdAt(target: HTMLElement): string | undefined {
  return target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'];
}

/** Dragging over a text to copy it ends in a click that is not meant for the row. */
function isSelectingText(): boolean {
  return getSelection()?.isCollapsed === false;
}
