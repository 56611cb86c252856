import { codePageOf, csvRows, delimiterOf, SEPARATOR_LINE } from '@portage/contract/csv';
import { FileFaultError, sheetOf, type SheetText } from './file-fault.ts';

/** UTF-8, UTF-16 by its byte order mark, otherwise a code page. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw new FileFaultError('notText');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(codePageOf(bytes)).decode(bytes);
  }
}

/** Commas, semicolons, tabs or bars (RFC 4180). Throws `FileFaultError`. */
export function readCsv(text: string): SheetText {
  const body = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(body);
  // A blank line keeps the rows' numbers.
  const { rows, isUnclosed } = csvRows(body.replace(SEPARATOR_LINE, '\n'), delimiter);
  if (isUnclosed) throw new FileFaultError('unclosedQuote', { line: rows.length });
  return sheetOf(rows);
}

/** Tabs, and quotes around line breaks. */
export function pastedRecords(text: string): string[][] {
  return csvRows(text.replace(/\r?\n$/, ''), '\t').rows;
}
