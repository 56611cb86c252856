import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import { useState } from 'react';
import type { RemoteBook } from './book/import-book.ts';
import type { ImportSummary, RowFilter } from './book/import-views.ts';
import type { GridActions } from './grid/grid-actions.ts';
import { type CellPlace, type GridSelection, only, rangeOf } from './grid/grid-selection.ts';
import { otherFile, updateSummary } from './import-work.ts';

const FIRST_CELL = only({ index: 0, column: 0 });

/** Which rows of which file are shown. */
interface Shown {
  readonly file: ImportFile;
  readonly filter: RowFilter;
  /** The rows that the filter let through when it was chosen: a row that is fixed stays in sight. */
  readonly rows: readonly number[];
  readonly selection: GridSelection;
}

const allRows = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Where a cell stands among the rows shown; its index is -1 where its row is not among them. */
function placeOf(
  file: ImportFile,
  rows: readonly number[],
  cell: { readonly row: number; readonly column: string | undefined },
): CellPlace {
  const column = importColumns[file].findIndex((one) => one === cell.column);
  return { index: rows.indexOf(cell.row), column: Math.max(0, column) };
}

/** The rows under check: which are shown, where the keyboard is, and what may be done to them. */
export function useCheckedGrid(book: RemoteBook, summary: ImportSummary) {
  const [version, setVersion] = useState(0);
  const [shown, setShown] = useState((): Shown => ({
    file: 'orderDetails',
    filter: 'all',
    rows: allRows(summary.orders),
    selection: FIRST_CELL,
  }));
  const { file, rows, selection } = shown;

  /** Takes a new summary; the rows in sight are read again. */
  function take(next: ImportSummary) {
    updateSummary(next);
    setVersion((before) => before + 1);
  }

  async function showRows(nextFile: ImportFile, filter: RowFilter) {
    const found = await book.rowNumbers(nextFile, filter);
    setShown({ file: nextFile, filter, rows: found, selection: FIRST_CELL });
  }

  async function toFirstProblem(nextFile: ImportFile) {
    const found = await book.rowNumbers(nextFile, 'all');
    const problem = await book.firstProblem(nextFile, found, -1);
    const selection = problem ? only(placeOf(nextFile, found, problem)) : FIRST_CELL;
    setShown({ file: nextFile, filter: 'all', rows: found, selection });
  }

  const actions: GridActions = {
    write: (cells) => void book.write(file, cells).then(take),
    paste: (place, text) => void book.paste(file, place, text).then(take),
    fillDown: (filled, columns) => void book.fillDown(file, filled, columns).then(take),
    undo: () =>
      void book.undo().then((undone) => {
        if (!undone) return;
        take(undone.summary);
        const place = placeOf(file, rows, undone);
        if (undone.file === file && place.index >= 0) select(only(place));
      }),
  };

  function select(next: GridSelection) {
    setShown((before) => ({ ...before, selection: next }));
  }

  return {
    ...shown,
    version,
    actions,
    take,
    select,
    show: (next: ImportFile) => void showRows(next, shown.filter),
    filterBy: (filter: RowFilter) => void showRows(file, filter),
    /** Fills the selected cells from the first of them, or from the cell above a single one. */
    fillSelection: () => {
      const { top, bottom, left, right } = rangeOf(selection);
      const from = top === bottom ? Math.max(0, top - 1) : top;
      const columns: readonly string[] = importColumns[file].slice(left, right + 1);
      actions.fillDown(rows.slice(from, bottom + 1), columns);
    },
    /**
     * Goes to the next cell with a problem, after the last one from the beginning again; to the other
     * file when this one has none.
     */
    async toNextProblem() {
      if (summary.rowsWithProblems[file] === 0) return toFirstProblem(otherFile[file]);
      const { index, column } = selection.cursor;
      const order = [
        ...rows.slice(index),
        ...rows.slice(0, index),
        ...rows.slice(index, index + 1),
      ];
      const found = await book.firstProblem(file, order, column);
      if (!found) return;
      select(only(placeOf(file, rows, found)));
    },
  };
}
