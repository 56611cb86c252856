import type { FormFile, FormFiles } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ImportFile } from '@portage/contract/imports/import-columns';
import { fileOfHeaders, matchHeaders } from '@portage/contract/imports/import-headers';
import { MOST_IMPORTED } from '@portage/contract/imports/imports';
import type { Translated } from '@portage/contract/locale';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import {
  addRows,
  type ArrivingImport,
  beginImport,
  dropImport,
  type ImportRequest,
  queueImport,
} from './receive-import.ts';
import type { CellsByColumn } from './stored-cells.ts';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { TextDecoder } from 'node:util';

/** How UTF-16 files begin, as spreadsheets save "Unicode text". */
const UTF_16_MARKS: readonly { mark: readonly [number, number]; encoding: string }[] = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Bytes after which a text may be cut: no character of UTF-8 or Windows-1252 goes on past them. */
const LINE_FEED = 0x0a;

/** The least that is decoded at once, in bytes: a reader guesses the delimiter from the first piece. */
const LEAST = 64 * 1024;

/**
 * The text of a file in pieces. UTF-8, with or without a byte-order mark, and UTF-16 with one; what is
 * not UTF-8 is Windows-1252, as Excel writes it, from the first line on that shows it.
 */
async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (rest.length < LEAST) continue;
    if (isFirst) decoder = unicodeDecoderOf(rest);
    isFirst = false;
    if (decoder) {
      yield decoder.decode(rest, { stream: true });
      rest = new Uint8Array();
      continue;
    }
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) continue;
    const { text, fallback } = decodeLines(rest.subarray(0, end));
    decoder = fallback;
    yield text;
    rest = rest.subarray(end);
  }
  if (isFirst) decoder = unicodeDecoderOf(rest);
  yield decoder ? decoder.decode(rest) : decodeLines(rest).text;
}

/** The decoder of a file that says that it is UTF-16. */
function unicodeDecoderOf([first, second]: Uint8Array): TextDecoder | undefined {
  const found = UTF_16_MARKS.find(({ mark }) => mark[0] === first && mark[1] === second);
  return found && new TextDecoder(found.encoding);
}

/** Whole lines; the decoder for all that follows, where they show that the file is not UTF-8. */
function decodeLines(lines: Uint8Array): { text: string; fallback: TextDecoder | undefined } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(lines), fallback: undefined };
  } catch {
    const fallback = new TextDecoder('windows-1252');
    return { text: fallback.decode(lines), fallback };
  }
}

/** The most characters between two ends of a row: more come of a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;

/** Raised for a file whose rows cannot be told apart. */
class UnclosedQuote extends Error {}

/**
 * The rows of a CSV file as they arrive, its header first; empty ones are left out. The delimiter is
 * found out from the first rows. Only what is being read is in memory. Throws `UnclosedQuote`.
 */
async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: 'greedy' });
  let sinceRow = 0;
  async function* measured() {
    for await (const text of decodeText(bytes)) {
      sinceRow += text.length;
      if (sinceRow > LONGEST_ROW) throw new UnclosedQuote();
      yield text;
    }
  }
  const source = Readable.from(measured(), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      sinceRow = 0;
      yield row;
    }
  } finally {
    source.destroy();
  }
}

/** How many rows are in memory at once. */
const CHUNK = 500;

/** The most columns of a file; spreadsheets have about as many as they show. */
const MOST_COLUMNS = 500;

const REASONS = {
  empty: { en: 'it has no rows.', fr: 'il ne contient aucune ligne.' },
  headers: {
    en: 'its first row does not name the columns of the template. Is it a CSV file?',
    fr: 'sa première ligne ne nomme pas les colonnes du modèle. Est-ce bien un fichier CSV?',
  },
  swapped: {
    en: 'it has the columns of the other file. Swap the two files.',
    fr: 'il contient les colonnes de l’autre fichier. Inversez les deux fichiers.',
  },
  quote: {
    en: 'a quotation mark is never closed.',
    fr: 'un guillemet n’est jamais refermé.',
  },
  tooLong: {
    en: `it has more than ${MOST_IMPORTED.rows.toLocaleString('en-CA')} rows. Split it.`,
    fr: `il compte plus de ${MOST_IMPORTED.rows.toLocaleString('fr-CA')} lignes. Divisez-le.`,
  },
} as const satisfies Record<string, Translated>;

/**
 * Imports two CSV files as they arrive, in either sequence: their rows are stored in parts and queued.
 * Gives the id of the import. Throws `import_unreadable`, `invalid_request` for a file that is missing
 * or comes twice, and what `queueImport` throws.
 */
export async function receiveFiles(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  files: FormFiles,
  request: ImportRequest,
): Promise<string> {
  const arriving = await beginImport(deps, session);
  try {
    const received = new Set<string>();
    for await (const file of files) {
      if (received.has(file.part)) throw invalidField(file.part, fieldMessages.unknownField);
      received.add(file.part);
      await receiveFile(deps, arriving, file);
    }
    for (const part of ImportFile.options) {
      if (!received.has(part)) throw invalidField(part, fieldMessages.required);
    }
  } catch (error) {
    await dropImport(deps.db, arriving);
    throw error;
  }
  return queueImport(deps, arriving, request);
}

async function receiveFile(
  { db }: Pick<Deps, 'db'>,
  arriving: ArrivingImport,
  { part, fileName, content }: FormFile,
): Promise<void> {
  const file = ImportFile.parse(part);
  const arrived = arriving.files[file];
  arrived.name = fileName?.slice(0, 255);
  const unreadable = (reason: keyof typeof REASONS) =>
    new ApiError('import_unreadable', { file: fileName ?? part, reason: REASONS[reason] });

  let read: ((row: readonly string[]) => CellsByColumn) | undefined;
  let waiting: CellsByColumn[] = [];
  try {
    for await (const row of readCsv(content)) {
      if (!read) {
        const problem = headerProblem(file, row);
        if (problem) throw unreadable(problem);
        read = rowReaderOf(file, row);
        continue;
      }
      waiting.push(read(row));
      if (waiting.length < CHUNK) continue;
      await addRows(db, arriving, file, waiting);
      waiting = [];
      if (arrived.rows > MOST_IMPORTED.rows) throw unreadable('tooLong');
    }
  } catch (error) {
    throw error instanceof UnclosedQuote ? unreadable('quote') : error;
  }
  await addRows(db, arriving, file, waiting);
  // An order may have a count of packages instead of rows of them.
  if (!read || (file === 'orderDetails' && arrived.rows === 0)) throw unreadable('empty');
}

/** Why a first row is not the header of a file. */
function headerProblem(
  file: ImportFile,
  headers: readonly string[],
): keyof typeof REASONS | undefined {
  if (headers.length > MOST_COLUMNS) return 'headers';
  const other = fileOfHeaders(headers);
  if (other && other !== file) return 'swapped';
  const { columns } = matchHeaders(file, headers);
  return columns.includes('order_ref_number') ? undefined : 'headers';
}

/** Reads the rows below a header; columns that are not imported are left out. */
function rowReaderOf(file: ImportFile, headers: readonly string[]) {
  const { columns } = matchHeaders(file, headers);
  return (row: readonly string[]): CellsByColumn =>
    Object.fromEntries(
      columns.flatMap((column, index) => (column ? [[column, row[index] ?? null]] : [])),
    );
}
