import Papa from 'papaparse';
import { FileFaultError, sheetOf, type SheetText } from './file-fault.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** UTF-8, UTF-16 by its byte order mark, otherwise Windows-1252. */
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

/** Excel's `sep=;` line. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Searched for the delimiter, below a title. */
const FIRST_LINES = 10;

/** By the line with the most cells, outside quotes. Two cells may be a title. */
function delimiterOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named) return named;
  const start = text.search(/[^\s,;|]/);
  const from = Math.max(0, text.lastIndexOf('\n', start) + 1);
  const lines = text.slice(from).split(/\r?\n|\r/, FIRST_LINES);
  const found = lines.map((line) => {
    const unquoted = line.replace(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
    const cells = Math.max(...counts);
    return { cells, delimiter: DELIMITERS[counts.indexOf(cells)] };
  });
  const line = found.find(({ cells }) => cells > 2) ?? found.find(({ cells }) => cells === 2);
  return line?.delimiter ?? ',';
}

/** Commas, semicolons, tabs or bars (RFC 4180). Throws `FileFaultError`. */
export function readCsv(text: string): SheetText {
  const body = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(body);
  // A blank line keeps the rows' numbers.
  const { data, errors } = Papa.parse<string[]>(body.replace(SEPARATOR_LINE, '\n'), { delimiter });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosed) {
    throw new FileFaultError('unclosedQuote', { line: (unclosed.row ?? 0) + 1 });
  }
  return sheetOf(data);
}

/** Tabs, and quotes around line breaks. */
export function pastedRecords(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' });
  return data;
}
