import {
  cutCell,
  type ImportCell,
  type ImportFile,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
  ROW_NUMBER_COLUMN,
} from '@portage/contract/imports/import-columns';
import { orderReferenceOf } from '@portage/contract/imports/import-rows';
import type { StoredRows } from './import-queries.ts';

export type CellsByColumn = OrderDetailsRow & OrderPackagesRow;

/** A row as it arrived; `line` counts the lines of its file from 1. */
export interface ArrivedRow {
  cells: CellsByColumn;
  line: number;
}

/** Characters of a reference that fit the index; valid ones are shorter. */
const LONGEST_REFERENCE = 500;

function referenceOf({ order_ref_number: cell }: CellsByColumn): string | null {
  const reference = orderReferenceOf(cell);
  return reference === undefined || reference.length > LONGEST_REFERENCE ? null : reference;
}

function lineOf({ cells, line }: ArrivedRow): number {
  const named = cells[ROW_NUMBER_COLUMN];
  return /^[1-9]\d{0,8}$/.test(String(named).trim()) ? Number(named) : line;
}

/** Encodes rows for the database, one JSON list a line. */
export const storedRows = (file: ImportFile, rows: readonly ArrivedRow[]): StoredRows => ({
  references: rows.map(({ cells }) => referenceOf(cells)),
  lines: rows.map(lineOf),
  cells: new TextEncoder().encode(
    rows
      .map(({ cells }) =>
        JSON.stringify(importColumns[file].map((column) => cutCell(file, cells[column] ?? null))),
      )
      .join('\n'),
  ),
});

/** Cells in template order; the template may have grown since. */
export function cellsInSequence(file: ImportFile, cells: string): ImportCell[] {
  const values = JSON.parse(cells) as ImportCell[];
  return importColumns[file].map((_, index) => values[index] ?? null);
}

export function cellsByColumn(file: ImportFile, cells: string): CellsByColumn {
  const values = cellsInSequence(file, cells);
  return Object.fromEntries(
    importColumns[file].map((column, index) => [column, values[index] ?? null]),
  );
}
