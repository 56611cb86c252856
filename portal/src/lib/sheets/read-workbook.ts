import { strFromU8, unzipSync } from 'fflate';
import { streamXlsxRows, type CellValue } from 'hucre/xlsx';
import { SPREADSHEET_ERROR } from '@portage/contract/imports/import-cells';
import { FileFaultError, sheetOf, type SheetText } from './file-fault.ts';

/** More is an error or an attack on memory. */
const MAX_UNPACKED_BYTES = 300 * 2 ** 20;

/** One sheet has about ten. */
const MAX_PARTS = 2000;

const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

const tagsOf = (part: Uint8Array | undefined, tag: RegExp) =>
  (part && strFromU8(part).match(tag)) ?? [];
const idOf = (tag: string) => /\b[Ii]d=["']([^"']*)/.exec(tag)?.[1];

const HIDDEN = /\sstate=["'](?:hidden|veryHidden)["']/;

/** Indexes of sheets with rows. Adds up the sizes that the parts declare. */
function shownSheets(bytes: Uint8Array): readonly number[] {
  let unpacked = 0;
  let parts = 0;
  const { [BOOK]: book, [RELATIONS]: relations } = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      parts += 1;
      return name === BOOK || name === RELATIONS;
    },
  });
  if (unpacked > MAX_UNPACKED_BYTES || parts > MAX_PARTS) {
    throw new FileFaultError('workbookTooLarge', { limit: MAX_UNPACKED_BYTES / 2 ** 20 });
  }
  const charts = tagsOf(relations, /<(?:\w+:)?Relationship\s[^>]*\/chartsheet["'][^>]*>/g).map(
    idOf,
  );
  return tagsOf(book, /<(?:\w+:)?sheet\s[^>]*>/g).flatMap((tag, sheet) =>
    HIDDEN.test(tag) || charts.includes(idOf(tag)) ? [] : [sheet],
  );
}

const SHEETS_TRIED = 5;

const EXCEL_ROWS = 2 ** 20;

const DIGITS_SHOWN = 15;

function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  if (date.getUTCFullYear() < 1905) return time.slice(0, 5);
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

function cellText(cell: CellValue): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'number') return String(Number(cell.toPrecision(DIGITS_SHOWN)));
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell;
}

const isNothing = (cell: CellValue) =>
  cell === null || cell === '' || (typeof cell === 'string' && SPREADSHEET_ERROR.test(cell));

async function recordsOf(bytes: Uint8Array, sheet: number): Promise<string[][]> {
  const records: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    // Formatted rows without a value can be a million.
    if (values.every(isNothing)) continue;
    if (index >= EXCEL_ROWS) throw new FileFaultError('workbookBroken');
    while (records.length < index) records.push([]);
    records.push(values.map(cellText));
  }
  return records;
}

/** The first sheet with cells that is not hidden, formulas as results. Throws `FileFaultError`. */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetText> {
  try {
    const shown = shownSheets(bytes);
    let records: string[][] = [];
    for (const sheet of shown.length > 0 ? shown.slice(0, SHEETS_TRIED) : [0]) {
      records = await recordsOf(bytes, sheet);
      if (records.length > 0) break;
    }
    return sheetOf(records);
  } catch (error) {
    if (error instanceof FileFaultError) throw error;
    throw new FileFaultError('workbookBroken');
  }
}
