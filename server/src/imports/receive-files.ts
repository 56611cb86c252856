import type { FormFile, FormFiles } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ImportFile } from '@portage/contract/imports/import-columns';
import { MOST_IMPORTED } from '@portage/contract/imports/imports';
import type { Translated } from '@portage/contract/locale';
import { ApiError, invalidField } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/identity.ts';
import { inImportThreads, usable } from './import-threads.ts';
import type { CsvState, JsonCall, Unreadable } from './import-worker.ts';
import {
  addRows,
  type ArrivingImport,
  beginImport,
  dropImport,
  type ImportRequest,
  queueImport,
} from './receive-import.ts';

/** Bytes that are read at once: a few milliseconds for a thread, and less for the rest of the server. */
const PIECE = 256 * 1024;

const UNREAD: CsvState = {
  rest: new Uint8Array(),
  encoding: undefined,
  row: '',
  format: undefined,
  columns: undefined,
  rows: 0,
};

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
  longRow: {
    en: 'it has a row of more than 1 MB. Perhaps a quotation mark is never closed.',
    fr: 'une de ses lignes dépasse 1\u00A0Mo. Peut-être un guillemet n’est-il jamais refermé.',
  },
  tooLong: {
    en: `it has more than ${MOST_IMPORTED.rows.toLocaleString('en-CA')} rows. Split it.`,
    fr: `il compte plus de ${MOST_IMPORTED.rows.toLocaleString('fr-CA')} lignes. Divisez-le.`,
  },
} as const satisfies Record<Unreadable, Translated>;

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

/**
 * Imports the rows of an upload. Gives the id of the import. Throws `malformed_json`, `invalid_request`
 * and what `queueImport` throws.
 */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  upload: JsonCall,
  request: ImportRequest,
): Promise<string> {
  const read = usable(await inImportThreads('readUpload', upload));
  const arriving = await beginImport(deps, session);
  try {
    for (const file of ImportFile.options) {
      arriving.files[file].name = read.names[file];
      for (const rows of read.rows[file]) await addRows(deps.db, arriving, file, rows);
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
  arriving.files[file].name = fileName?.slice(0, 255);
  let state = UNREAD;
  for await (const piece of piecesOf(content)) {
    const read = await inImportThreads('readPiece', { file, state, ...piece });
    if ('unreadable' in read) {
      const reason = REASONS[read.unreadable];
      throw new ApiError('import_unreadable', { file: fileName ?? part, reason });
    }
    for (const rows of read.rows) await addRows(db, arriving, file, rows);
    ({ state } = read);
  }
}

/** Gathers bytes into pieces; the last one may be empty. */
async function* piecesOf(content: AsyncIterable<Uint8Array>) {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PIECE) continue;
    yield { bytes: Buffer.concat(chunks), isLast: false };
    [chunks, size] = [[], 0];
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
