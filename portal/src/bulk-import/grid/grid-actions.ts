import type { WrittenCell } from '../book/chosen-files.ts';

/**
 * Target of a paste: from the first of `rows` and `column`; a single value fills height and width.
 */
export interface PastePlace {
  readonly rows: readonly number[];
  readonly height: number;
  readonly column: number;
  readonly width: number;
}

/** Actions on cells of the grid. */
export interface GridActions {
  readonly write: (cells: readonly WrittenCell[]) => void;
  readonly paste: (place: PastePlace, text: string) => void;
  /** Writes the first of the rows into the others. */
  readonly fillDown: (rows: readonly number[], columns: readonly string[]) => void;
  readonly undo: () => void;
}
