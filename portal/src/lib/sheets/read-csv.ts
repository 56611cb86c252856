import Papa from 'papaparse';
import { FileFaultError, sheetOf, type SheetText } from './file-fault.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The text of a CSV file: UTF-8, UTF-16 by its byte order mark, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw new FileFaultError('notText');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Excel's own first line, `sep=;`, which names the delimiter and is no row. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The delimiter of a file: the one that its first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named) return named;
  const start = text.search(/[^\s,;|]/);
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', start) + 1)).split(/\r?\n|\r/, 1)[0];
  const unquoted = (line ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads CSV text (RFC 4180): any line ends, quoted line breaks, commas, semicolons, tabs or bars
 * between cells. Throws `FileFaultError` when a quote is never closed or there is nothing to import.
 */
export function readCsv(text: string): SheetText {
  const body = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(body);
  // A separator line stays as a blank one, so that rows keep their numbers.
  const { data, errors } = Papa.parse<string[]>(body.replace(SEPARATOR_LINE, '\n'), { delimiter });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosed) {
    throw new FileFaultError('unclosedQuote', { line: (unclosed.row ?? 0) + 1 });
  }
  return sheetOf(data);
}

/** Cells as spreadsheets copy them: tabs between cells, quotes around those with line breaks. */
export function pastedRecords(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' });
  return data;
}
