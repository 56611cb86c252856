import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OrdersTable } from './order-table.ts';
import { nextRow } from './next-row.ts';

interface RowInteraction {
  table: OrdersTable;
  onToggleExpanded: (orderId: string) => void;
  scrollToRow: (index: number) => void;
}

/**
 * Makes the list one stop of the Tab key and answers the keys and clicks of its rows: arrows move,
 * Space selects, Enter and a click open or close. Rows are found by their `data-order`.
 */
export function useRowInteraction({ table, onToggleExpanded, scrollToRow }: RowInteraction) {
  const [currentId, setCurrentId] = useState<string>();
  const { rows, rowsById } = table.getRowModel();
  const currentIndex = (currentId === undefined ? undefined : rowsById[currentId])?.index ?? 0;

  return {
    /** The row that the Tab key reaches. */
    currentIndex,
    handlers: {
      onFocus(event: FocusEvent<HTMLElement>) {
        const id = orderIdAt(event.target);
        if (id !== undefined) setCurrentId(id);
      },
      onClick(event: MouseEvent<HTMLElement>) {
        const target = event.target as HTMLElement;
        const id = orderIdAt(target);
        const isOnControl = target.closest('input, button, a') !== null;
        if (id === undefined || isOnControl || isSelectingText()) return;
        onToggleExpanded(id);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const row = event.target as HTMLElement;
        const id = row.dataset['order'];
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
        if (id === undefined || hasModifier) return;

        if (event.key === 'Enter') onToggleExpanded(id);
        else if (event.key === ' ') toggleSelected(id);
        else if (!moveFrom(row, event.key)) return;
        event.preventDefault();
      },
    },
  };

  function toggleSelected(id: string) {
    const row = rowsById[id];
    if (row?.getCanSelect()) row.toggleSelected();
  }

  /** Moves the focus; the row moved to is drawn at once, wherever it is, so that it can take it. */
  function moveFrom(element: HTMLElement, key: string): boolean {
    const next = nextRow(key, currentIndex, rows.length);
    const nextId = next === undefined ? undefined : rows[next]?.id;
    if (next === undefined || nextId === undefined) return false;
    flushSync(() => setCurrentId(nextId));
    const list = element.closest('table');
    list?.querySelector<HTMLElement>(`[data-order="${nextId}"]`)?.focus({ preventScroll: true });
    scrollToRow(next);
    return true;
  }
}

function orderIdAt(target: HTMLElement): string | undefined {
  return target.closest<HTMLElement>('[data-order]')?.dataset['order'];
}

/** Dragging over a text to copy it ends in a click that is not meant for the row. */
function isSelectingText(): boolean {
  return getSelection()?.isCollapsed === false;
}
