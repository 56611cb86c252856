import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import type { PastePlace } from '../grid/grid-actions.ts';
import { pastedRecords } from '../../lib/sheets/read-csv.ts';
import type { WrittenCell } from './checked-rows.ts';

/** The cells that a pasted text fills; a single value fills the whole place. */
export function pastedCells(file: ImportFile, place: PastePlace, text: string): WrittenCell[] {
  const records = pastedRecords(text);
  const isSingle = records.length === 1 && records[0]?.length === 1;
  const height = isSingle ? place.height : records.length;
  const columns = importColumns[file].slice(place.column);
  return place.rows.slice(0, height).flatMap((row, index) => {
    const record = isSingle
      ? Array.from({ length: place.width }, () => records[0]?.[0] ?? '')
      : (records[index] ?? []);
    return record.flatMap((value, offset) => {
      const column = columns[offset];
      return column === undefined ? [] : [{ row, column, value: value.trim() }];
    });
  });
}
