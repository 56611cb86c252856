import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { WrittenCell } from '@portage/contract/imports/checked-rows';
import { needsFix, type ShownRow } from '../book/import-views.ts';
import {
  type CellPlace,
  type GridSelection,
  moved,
  only,
  rangeOf,
  within,
} from './grid-selection.ts';

/** Starts at the first of `rows` and `column`; a single value fills the rectangle. */
export interface PastePlace {
  readonly rows: readonly number[];
  readonly height: number;
  readonly column: number;
  readonly width: number;
}

export interface GridActions {
  readonly write: (cells: readonly WrittenCell[]) => void;
  readonly paste: (place: PastePlace, text: string) => void;
  /** Fills the selected cells from the first of them, or from the cell above a single one. */
  readonly fillDown: () => void;
  readonly undo: () => void;
  /** Goes to the next problem. */
  readonly fix: (cell: WrittenCell) => void;
  readonly submit: () => void;
}

export interface GridState {
  readonly columns: readonly string[];
  /** The rows to show, in their order. */
  readonly rows: readonly number[];
  readonly shown: ReadonlyMap<number, ShownRow>;
  readonly selection: GridSelection;
  readonly onSelect: (selection: GridSelection) => void;
  readonly actions: GridActions;
  /** The grid, to move the keyboard into it. */
  readonly grid: RefObject<HTMLTableElement | null>;
}

const ROWS_OF_PAGE_KEY = 15;

function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (!cell) return undefined;
  return { index: Number(cell.dataset['index']), column: Number(cell.dataset['column']) };
}

/** Typing, Enter, Delete, ranges, copy and paste. */
export function useGridEditing(state: GridState) {
  const { columns, rows, shown, selection, onSelect, actions } = state;
  const [draft, setDraft] = useState<string>();
  // Ends with the first of the events that leave the field: Enter also blurs it.
  const isEditing = useRef(false);
  const size = { rows: rows.length, columns: columns.length, page: ROWS_OF_PAGE_KEY };
  const { top, bottom, left, right } = rangeOf(selection);
  const cursor = selection.cursor;
  const selectedRows = () => rows.slice(top, bottom + 1);

  /** Ends the editing of the cell and writes the typed text. */
  function commit() {
    const row = rows[cursor.index];
    const column = columns[cursor.column];
    if (!isEditing.current || row === undefined || column === undefined) return;
    isEditing.current = false;
    setDraft(undefined);
    const before = shown.get(row)?.cells[cursor.column];
    if (draft !== undefined && draft !== before) actions.write([{ row, column, value: draft }]);
  }

  /** False for cells without a problem. */
  function fix(): boolean {
    const row = shown.get(rows[cursor.index] ?? 0);
    const column = columns[cursor.column];
    const isBad = row?.problems.some((one) => one.column === column && needsFix(one));
    if (!row || !column || !isBad || draft === undefined || draft === row.cells[cursor.column]) {
      return false;
    }
    isEditing.current = false;
    setDraft(undefined);
    actions.fix({ row: row.row, column, value: draft });
    state.grid.current?.focus();
    return true;
  }

  /** Ends editing and moves to a neighbour, with the focus back on the grid. */
  function leaveInput(step: Partial<CellPlace>) {
    commit();
    const { index = 0, column = 0 } = step;
    onSelect(only(within({ index: cursor.index + index, column: cursor.column + column }, size)));
    state.grid.current?.focus();
  }

  function clear() {
    const cells = selectedRows().flatMap((row) =>
      columns.slice(left, right + 1).map((column) => ({ row, column, value: '' })),
    );
    actions.write(cells);
  }

  function edit(text: string | undefined) {
    const row = rows[cursor.index];
    if (row === undefined) return;
    onSelect(only(cursor));
    isEditing.current = true;
    setDraft(text ?? shown.get(row)?.cells[cursor.column] ?? '');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (draft !== undefined) return;
    // Selects the cell's text, so that the composition replaces it.
    if (event.key === 'Dead' || event.key === 'Process') {
      flushSync(() => edit(undefined));
      return state.grid.current?.querySelector('input')?.select();
    }
    const control = event.ctrlKey || event.metaKey;
    const next = moved(selection, { key: event.key, shift: event.shiftKey, control }, size);
    const act = next ? () => onSelect(next) : actionOf(event.key, control, event.altKey);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string, control: boolean, alt: boolean): (() => void) | undefined {
    if (control && key.toLowerCase() === 'z') return actions.undo;
    if (control && key.toLowerCase() === 'd') return actions.fillDown;
    if (control && key.toLowerCase() === 'a') return selectAll;
    if (control && key === 'Enter') return actions.submit;
    if (key === 'Enter' || key === 'F2') return () => edit(undefined);
    if (key === 'Delete' || key === 'Backspace') return clear;
    return key.length === 1 && !control && !alt ? () => edit(key) : undefined;
  }

  function selectAll() {
    const last = { index: rows.length - 1, column: columns.length - 1 };
    onSelect({ anchor: last, cursor: { index: 0, column: 0 } });
  }

  function onInputKey(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, () => unknown> = {
      Enter: () => fix() || leaveInput({ index: 1 }),
      Tab: () => leaveInput({ column: event.shiftKey ? -1 : 1 }),
      Escape: () => {
        isEditing.current = false;
        setDraft(undefined);
        state.grid.current?.focus();
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  function onCopy(event: ClipboardEvent) {
    if (draft !== undefined) return;
    const lines = selectedRows().map((row) =>
      (shown.get(row)?.cells.slice(left, right + 1) ?? []).join('\t'),
    );
    event.clipboardData.setData('text/plain', lines.join('\n'));
    event.preventDefault();
  }

  function onPaste(event: ClipboardEvent) {
    if (draft !== undefined) return;
    event.preventDefault();
    const place = {
      rows: rows.slice(top),
      height: bottom - top + 1,
      column: left,
      width: right - left + 1,
    };
    actions.paste(place, event.clipboardData.getData('text/plain'));
  }

  function onMouseDown(event: MouseEvent) {
    const place = placeOf(event.target);
    if (!place || draft !== undefined) return;
    onSelect(event.shiftKey ? { anchor: selection.anchor, cursor: place } : only(place));
  }

  function onMouseOver(event: MouseEvent) {
    const place = event.buttons === 1 ? placeOf(event.target) : undefined;
    if (place && draft === undefined) onSelect({ anchor: selection.anchor, cursor: place });
  }

  return {
    draft,
    setDraft,
    commit,
    onInputKey,
    /** Focuses the field once it exists, with the caret at the end. */
    inputRef: (input: HTMLInputElement | null) => input?.focus(),
    handlers: {
      onKeyDown,
      onCopy,
      onPaste,
      onMouseDown,
      onMouseOver,
      onDoubleClick: () => edit(undefined),
    },
  };
}
export type GridEditing = ReturnType<typeof useGridEditing>;
