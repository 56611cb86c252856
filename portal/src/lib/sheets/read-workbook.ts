import { unzipSync } from 'fflate';
import { type CellValue, readSheet } from 'read-excel-file/web-worker';
import { FileFaultError, sheetOf, type SheetText } from './file-fault.ts';

/** More is an error or an attack on memory. */
const MAX_UNPACKED_BYTES = 300 * 2 ** 20;

/** One sheet has about ten. */
const MAX_PARTS = 2000;

/** Adds up the sizes that the parts declare. */
function checkSize(bytes: Uint8Array): void {
  let unpacked = 0;
  let parts = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      parts += 1;
      return false;
    },
  });
  if (unpacked > MAX_UNPACKED_BYTES || parts > MAX_PARTS) {
    throw new FileFaultError('workbookTooLarge', { limit: MAX_UNPACKED_BYTES / 2 ** 20 });
  }
}

/** Dates have no time: no column does. */
function cellText(cell: CellValue | null): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell);
}

/** The first sheet, formulas as results. Throws `FileFaultError`. */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetText> {
  try {
    checkSize(bytes);
    const buffer = bytes.slice().buffer;
    const rows = await readSheet(buffer);
    return sheetOf(rows.map((cells) => cells.map(cellText)));
  } catch (error) {
    if (error instanceof FileFaultError) throw error;
    throw new FileFaultError('workbookBroken');
  }
}
