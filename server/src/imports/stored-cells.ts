import {
  type ImportCell,
  type ImportFile,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import { orderReferenceOf } from '@portage/contract/imports/import-rows';
import type { StoredRows } from './import-row-queries.ts';

/** The cells of a row by column, whichever file it is of. */
export type CellsByColumn = OrderDetailsRow & OrderPackagesRow;

/** The most characters of a reference that is stored: an index holds no more, and no order has so many. */
const LONGEST_REFERENCE = 500;

function referenceOf({ order_ref_number: cell }: CellsByColumn): string | null {
  const reference = orderReferenceOf(cell);
  return reference === undefined || reference.length > LONGEST_REFERENCE ? null : reference;
}

/** Rows of a file as they are stored. JSON holds no line breaks. */
export const storedRows = (file: ImportFile, rows: readonly CellsByColumn[]): StoredRows => ({
  references: rows.map(referenceOf),
  cells: rows
    .map((cells) => JSON.stringify(importColumns[file].map((column) => cells[column] ?? null)))
    .join('\n'),
});

/** The cells of a stored row in the sequence of the template. */
export const cellsInSequence = (cells: string): ImportCell[] => JSON.parse(cells) as ImportCell[];

/** The cells of a stored row by column. */
export function cellsByColumn(file: ImportFile, cells: string): CellsByColumn {
  const values = cellsInSequence(cells);
  return Object.fromEntries(
    importColumns[file].map((column, index) => [column, values[index] ?? null]),
  );
}
