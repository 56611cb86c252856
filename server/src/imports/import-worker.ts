import { TextDecoder } from 'node:util';
import type { z } from 'zod';
import { type CodePage, codePageOf, csvRows, delimiterOf } from '@portage/contract/csv';
import type { FieldError } from '@portage/contract/errors';
import {
  cellsBelow,
  fileOfHeaders,
  headerKey,
  type ImportColumn,
  type ImportFile,
  matchHeaders,
  ROW_NUMBER_COLUMN,
} from '@portage/contract/imports/import-columns';
import { CsvCheck, CsvUpload, MOST_IMPORTED } from '@portage/contract/imports/imports';
import type { Locale } from '@portage/contract/locale';
import { fieldErrorsOf } from '../field-errors.ts';
import { faultOfJson } from '../http/json-fault.ts';
import { stepBack } from '../threads/step-back.ts';
import { handOver } from '../threads/worker-threads.ts';
import type { StoredRows } from './import-queries.ts';
import { type ArrivedRow, type CellsByColumn, storedRows } from './stored-cells.ts';

// Runs in threads started by receive-import.ts.
stepBack(5);

export type Unreadable = 'empty' | 'headers' | 'oneLine' | 'swapped' | 'longRow' | 'tooLong';

export interface CsvState {
  /** Undecoded bytes, to precede the next piece. */
  rest: Uint8Array;
  /** UTF-8 while undefined. */
  encoding: CodePage | 'utf-16le' | 'utf-16be' | undefined;
  /** Incomplete last row. */
  row: string;
  delimiter: string | undefined;
  headers: readonly string[];
  /** Columns by cell; undefined before the header. */
  columns: readonly (ImportColumn | typeof ROW_NUMBER_COLUMN | undefined)[] | undefined;
  /** Lines read, counting empty ones as spreadsheets do. */
  lines: number;
  rows: number;
}

export interface CsvPiece {
  file: ImportFile;
  state: CsvState;
  bytes: Uint8Array;
  isLast: boolean;
}

/** Rows completed by a piece, or why the file is unreadable. */
export type CsvRead = { state: CsvState; rows: StoredRows[] } | { unreadable: Unreadable };

/** Characters or bytes of a row; an unclosed quote exceeds them. */
const LONGEST_ROW = 1024 * 1024;

const CHUNK = 500;

/** Columns per file. */
const MOST_COLUMNS = 500;

/** Omits empty rows. Guesses encoding and delimiter from the first piece. Linear in its length. */
export function readPiece({ file, state, bytes, isLast }: CsvPiece): CsvRead {
  const { text, rest, encoding } = decode(state, bytes, isLast);
  const all = state.row + text;
  const delimiter = state.delimiter ?? (all === '' ? undefined : delimiterOf(all));
  const { data, row } =
    delimiter && (isLast || text !== '')
      ? parseRows(all, delimiter, isLast)
      : { data: [], row: all };
  if (rest.length > LONGEST_ROW || row.length > LONGEST_ROW) return { unreadable: 'longRow' };

  const filled = data
    .map((cells, index) => ({ cells, line: state.lines + index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = state.columns ? undefined : filled.shift()?.cells;
  const problem = header && headerProblem(file, header, isLast && filled.length === 0);
  if (problem) return { unreadable: problem };
  const headers = header ?? state.headers;
  const columns = header ? columnsInHeader(file, header) : state.columns;

  const total = state.rows + filled.length;
  if (total > MOST_IMPORTED.rows) return { unreadable: 'tooLong' };
  // An order may have a count of packages instead of rows of them.
  const isEmpty = !columns || (file === 'orderDetails' && total === 0);
  if (isLast && isEmpty) return { unreadable: 'empty' };
  const cellsOf = cellsBelow(headers, columns ?? []);
  const rows = filled.map(({ cells, line }) => ({ cells: cellsOf(cells), line }));
  return {
    state: {
      rest,
      encoding,
      row,
      delimiter,
      headers,
      columns,
      lines: state.lines + data.length,
      rows: total,
    },
    rows: storedInChunks(file, rows),
  };
}

/** JSON of a call, and the language of its problems. */
export interface JsonCall {
  json: Uint8Array;
  locale: Locale;
}

/** Validation errors; undefined for malformed JSON. */
export interface Refused {
  refused: FieldError[] | undefined;
}

export interface UploadRead {
  rows: Record<ImportFile, StoredRows[]>;
  names: Record<ImportFile, string | undefined>;
}

export function readUpload(call: JsonCall) {
  const read = readJson(CsvUpload, call);
  if ('refused' in read) return read;
  const orderDetails = storedInChunks('orderDetails', belowHeaders(read.orderDetailsCsv));
  const orderPackages = storedInChunks('orderPackages', belowHeaders(read.orderPackagesCsv));
  const names = { orderDetails: read.orderDetailsName, orderPackages: read.orderPackagesName };
  const cells = [...orderDetails, ...orderPackages].map((rows) => rows.cells.buffer);
  // Copying all cells would block the main thread.
  return handOver<UploadRead>({ rows: { orderDetails, orderPackages }, names }, cells);
}

export const readCheck = (call: JsonCall): CsvCheck | Refused => readJson(CsvCheck, call);

function readJson<Schema extends z.ZodType>(
  schema: Schema,
  { json, locale }: JsonCall,
): z.output<Schema> | Refused {
  const text = new TextDecoder().decode(json);
  if (faultOfJson(text)) return { refused: undefined };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { refused: undefined };
  }
  const { success, data } = schema.safeParse(parsed);
  return success ? data : { refused: fieldErrorsOf(schema, parsed, locale) };
}

/** First bytes of UTF-16 files, which spreadsheets save as "Unicode text". */
const UTF_16_MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** Ends a character in UTF-8 and in code pages. */
const LINE_FEED = 0x0a;

type Decoded = { text: string } & Pick<CsvState, 'rest' | 'encoding'>;

/** UTF-8, UTF-16 with a BOM; a code page (Excel's) from the first piece that is not UTF-8. */
function decode(
  { rest, encoding, delimiter }: CsvState,
  bytes: Uint8Array,
  isLast: boolean,
): Decoded {
  const all = Buffer.concat([rest, bytes]);
  const marked = UTF_16_MARKS.find(({ mark }) => mark[0] === all[0] && mark[1] === all[1]);
  // Only a file's first bytes can be a BOM.
  const known = encoding ?? (delimiter ? undefined : marked?.encoding);
  const end = isLast ? all.length : endOfText(all, rest.length, known);
  const whole = all.subarray(0, end);
  // Copied, because a view would keep all bytes alive.
  const next = { rest: new Uint8Array(all.subarray(end)), encoding: known };
  if (known) return { ...next, text: new TextDecoder(known).decode(whole) };
  try {
    return { ...next, text: new TextDecoder('utf-8', { fatal: true }).decode(whole) };
  } catch {
    const page = codePageOf(whole);
    return { ...next, text: new TextDecoder(page).decode(whole), encoding: page };
  }
}

/** Returns the last offset that cuts no character; 0 for none after `from`. */
function endOfText(bytes: Buffer, from: number, encoding: CsvState['encoding']): number {
  if (encoding === 'windows-1252' || encoding === 'macintosh') return bytes.length;
  if (!encoding) {
    const found = bytes.subarray(from).lastIndexOf(LINE_FEED);
    return found === -1 ? 0 : from + found + 1;
  }
  const end = bytes.length - (bytes.length % 2);
  const lastUnit = bytes[end - (encoding === 'utf-16le' ? 1 : 2)] ?? 0;
  const isHalfPair = (lastUnit & 0xfc) === 0xd8;
  return isHalfPair ? end - 2 : end;
}

/** Numbers rows from 2, below the header. */
const belowHeaders = (rows: readonly CellsByColumn[]): ArrivedRow[] =>
  rows.map((cells, index) => ({ cells, line: index + 2 }));

function storedInChunks(file: ImportFile, rows: readonly ArrivedRow[]): StoredRows[] {
  const count = Math.ceil(rows.length / CHUNK);
  return Array.from({ length: count }, (_, at) =>
    storedRows(file, rows.slice(at * CHUNK, (at + 1) * CHUNK)),
  );
}

/** Complete rows of a text, and the rest. */
function parseRows(text: string, delimiter: string, isLast: boolean) {
  // The next piece may begin with the other half of a line break.
  const isHalf = !isLast && text.endsWith('\r');
  const { rows, lastRow } = csvRows(isHalf ? text.slice(0, -1) : text, delimiter);
  return isLast ? { data: rows, row: '' } : { data: rows.slice(0, -1), row: text.slice(lastRow) };
}

function columnsInHeader(
  file: ImportFile,
  header: readonly string[],
): NonNullable<CsvState['columns']> {
  const { columns } = matchHeaders(file, header);
  if (file === 'orderPackages') return columns;
  return columns.map((column, index) =>
    headerKey(header[index] ?? '') === headerKey(ROW_NUMBER_COLUMN) ? ROW_NUMBER_COLUMN : column,
  );
}

function headerProblem(
  file: ImportFile,
  header: readonly string[],
  isOnlyLine: boolean,
): Unreadable | undefined {
  if (header.length > MOST_COLUMNS) return 'headers';
  const other = fileOfHeaders(header);
  if (other && other !== file) return 'swapped';
  const { columns } = matchHeaders(file, header);
  if (columns.includes('order_ref_number')) return undefined;
  const isRow = header.length > 1 && columns.every((column) => column === undefined);
  return isOnlyLine && isRow ? 'oneLine' : 'headers';
}
