import type { FormFile, FormFiles } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ImportFile } from '@portage/contract/import-columns';
import { fileOfHeaders, matchHeaders } from '@portage/contract/import-headers';
import { MOST_IMPORTED } from '@portage/contract/imports';
import type { Translated } from '@portage/contract/locale';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { readCsv, UnclosedQuote } from './read-csv.ts';
import {
  addRows,
  type ArrivingImport,
  beginImport,
  dropImport,
  type ImportRequest,
  queueImport,
} from './receive-import.ts';
import type { CellsByColumn } from './stored-cells.ts';

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
 * Gives the id of the import. Raises `import_unreadable`, `invalid_request` for a file that is missing
 * or comes twice, and what `queueImport` raises.
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
