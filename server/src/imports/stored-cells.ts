import {
  type ImportCell,
  type ImportFile,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import { orderReferenceOf } from '@portage/contract/imports/import-rows';
import type { StoredRow } from './import-row-queries.ts';

/** The cells of a row by column, whichever file it is of. */
export type CellsByColumn = OrderDetailsRow & OrderPackagesRow;

/** A row of a file as it is stored. */
export function storedRow(file: ImportFile, row: number, cells: CellsByColumn): StoredRow {
  const values = importColumns[file].map((column) => cells[column] ?? null);
  return {
    row,
    reference: orderReferenceOf(cells.order_ref_number),
    cells: JSON.stringify(values),
  };
}

/** The cells of a stored row in the sequence of the template. */
export const cellsInSequence = (cells: string): ImportCell[] => JSON.parse(cells) as ImportCell[];

/** The cells of a stored row by column. */
export function cellsByColumn(file: ImportFile, cells: string): CellsByColumn {
  const values = cellsInSequence(cells);
  return Object.fromEntries(
    importColumns[file].map((column, index) => [column, values[index] ?? null]),
  );
}
