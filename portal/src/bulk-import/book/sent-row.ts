import { numericColumns } from '@portage/contract/import-columns';
import type { TextRow } from './chosen-files.ts';

/** A row as it is sent to the server. */
export type SentRow = Record<string, string | number>;

/** A row as it is sent: numeric columns as numbers, empty cells left out (spec 2 §3). */
export function sentRow(cells: TextRow): SentRow {
  const numeric: ReadonlySet<string> = numericColumns;
  return Object.fromEntries(
    Object.entries(cells).flatMap(([column, cell]) => {
      const text = cell.trim();
      if (text === '') return [];
      const isNumber = numeric.has(column) && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text);
      return [[column, isNumber ? Number(text) : text] as const];
    }),
  );
}
