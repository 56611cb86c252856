import { createHash, type Hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import type { FormFile, FormFiles } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ImportFile } from '@portage/contract/imports/import-columns';
import { MOST_IMPORTED } from '@portage/contract/imports/imports';
import type { Translated } from '@portage/contract/locale';
import { ApiError, invalidField } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import {
  deleteImport,
  findSameImport,
  insertImport,
  markArrived,
  type ImportKey,
  insertImportRows,
  type StoredRows,
} from './import-queries.ts';
import type { CsvState, JsonCall, Unreadable, Refused } from './import-worker.ts';
import type * as importWorker from './import-worker.ts';

export interface ImportRequest {
  allowRepeat: boolean;
  confirmed: boolean;
  /** Creates or omits orders that cannot be delivered yet. */
  attention: 'create' | 'leaveOut';
  idempotencyKey: string | undefined;
}

/**
 * Imports two CSV files as they arrive, in either sequence. Throws `import_unreadable`,
 * `invalid_request` for a missing or repeated file, and as `queueImport`.
 */
export async function receiveFiles(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  files: FormFiles,
  request: ImportRequest,
): Promise<string> {
  return receive(deps, session, request, async (arriving) => {
    const received = new Set<string>();
    for await (const file of files) {
      if (received.has(file.part)) throw invalidField(file.part, fieldMessages.unknownField);
      received.add(file.part);
      await receiveFile(deps, arriving, file);
    }
    for (const part of ImportFile.options) {
      if (!received.has(part)) throw invalidField(part, fieldMessages.required);
    }
  });
}

/** Returns the import's id. Throws `malformed_json`, `invalid_request` and as `queueImport`. */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  upload: JsonCall,
  request: ImportRequest,
): Promise<string> {
  const read = usable(await readInThread('readUpload', upload, session));
  return receive(deps, session, request, async (arriving) => {
    for (const file of ImportFile.options) {
      arriving.files[file].name = read.names[file];
      for (const rows of read.rows[file]) await addRows(deps.db, arriving, file, rows);
    }
  });
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
    const read = await inImportThreads(
      'readPiece',
      { file, state, ...piece },
      { owner: arriving.merchantId },
    );
    if ('unreadable' in read) {
      const reason = REASONS[read.unreadable];
      throw new ApiError('import_unreadable', { file: fileName ?? part, reason });
    }
    for (const rows of read.rows) await addRows(db, arriving, file, rows);
    ({ state } = read);
  }
}

/** Bytes per piece: a few milliseconds of a thread. */
const PIECE = 256 * 1024;

/** Regroups chunks into pieces; the last may be empty. */
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

const UNREAD: CsvState = {
  rest: new Uint8Array(),
  encoding: undefined,
  row: '',
  delimiter: undefined,
  headers: [],
  columns: undefined,
  lines: 0,
  rows: 0,
};

const REASONS = {
  empty: { en: 'it has no rows.', fr: 'il ne contient aucune ligne.' },
  headers: {
    en: 'its first row does not name the columns of the template. Is it a CSV file?',
    fr: 'sa première ligne ne nomme pas les colonnes du modèle. Est-ce bien un fichier CSV?',
  },
  oneLine: {
    en: 'it has only one line, which does not name the columns of the template. Add a line with the names of the columns above it.',
    fr: 'il ne contient qu’une ligne, qui ne nomme pas les colonnes du modèle. Ajoutez au-dessus une ligne avec les noms des colonnes.',
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

const WORKER = new URL('./import-worker.ts', import.meta.url);

const THREADS = Math.max(1, availableParallelism() - 1);

/** Decodes, parses and validates files and large bodies off the main thread. */
const inImportThreads = workerThreads<typeof importWorker>(WORKER, {
  threads: THREADS,
  atOnceOfAnOwner: Math.ceil(THREADS / 2),
  mostWaiting: 100,
});

/** Moves the body to the thread; it is detached here afterwards. */
export function readInThread<Name extends 'readCheck' | 'readUpload'>(
  name: Name,
  call: JsonCall,
  { merchantId: owner }: Session,
) {
  const { buffer, byteLength } = call.json;
  // Small bodies share one memory pool.
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  const transfer = isWhole ? [buffer] : [];
  return inImportThreads(name, call, { owner }, transfer);
}

/** Throws `malformed_json` and `invalid_request` for a refused body. */
export function usable<Read extends object>(read: Read | Refused): Read {
  if (!('refused' in read)) return read;
  const { refused } = read;
  if (!refused) throw new ApiError('malformed_json');
  throw new ApiError('invalid_request', { fieldErrors: () => refused });
}

interface ArrivedFile {
  name: string | undefined;
  rows: number;
  hash: Hash;
}

/** An import still being received; hidden until queued. */
interface ArrivingImport extends ImportKey {
  readonly files: Record<ImportFile, ArrivedFile>;
}

const noFile = (): ArrivedFile => ({ name: undefined, rows: 0, hash: createHash('sha256') });

/** Queues what is read, or deletes it. Returns as `queueImport`. */
async function receive(
  deps: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Session,
  request: ImportRequest,
  readInto: (arriving: ArrivingImport) => Promise<void>,
): Promise<string> {
  const now = deps.clock.now();
  const importId = uuidv7({ msecs: now });
  await insertImport(deps.db, { merchantId, id: importId, username, now });
  const files = { orderDetails: noFile(), orderPackages: noFile() };
  const arriving = { merchantId, importId, files };
  try {
    await readInto(arriving);
    const queued = await queueImport(deps, arriving, request);
    if (queued !== importId) await deleteImport(deps.db, arriving);
    return queued;
  } catch (error) {
    await deleteImport(deps.db, arriving);
    throw error;
  }
}

async function addRows(
  db: Executor,
  arriving: ArrivingImport,
  file: ImportFile,
  rows: StoredRows,
): Promise<void> {
  const arrived = arriving.files[file];
  arrived.hash.update(rows.cells).update('\n');
  await insertImportRows(db, arriving, file, arrived.rows, rows);
  arrived.rows += rows.references.length;
}

/**
 * Queues a received import. Returns its id, or the idempotency key's first. Throws
 * `import_repeated` for known content, `invalid_token` for a deleted merchant, and as `once`.
 */
async function queueImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arriving: ArrivingImport,
  { allowRepeat, idempotencyKey: key, ...choices }: ImportRequest,
): Promise<string> {
  const { merchantId, importId, files } = arriving;
  const now = clock.now();
  const contentHash = contentHashOf(files);
  const body = { content: contentHash.toString('hex'), ...choices };
  const answer = await db.transaction().execute((trx) =>
    once(trx, { merchantId, key, call: 'import orders', body, now }, async () => {
      const same = await findSameImport(trx, merchantId, contentHash);
      if (same && !allowRepeat) throw new ApiError('import_repeated', { id: same });
      const isThere = await markArrived(trx, merchantId, {
        id: importId,
        contentHash,
        total: files.orderDetails.rows,
        packages: files.orderPackages.rows,
        orderDetailsName: files.orderDetails.name,
        orderPackagesName: files.orderPackages.name,
        ...choices,
        now,
      });
      if (!isThere) throw new ApiError('invalid_token');
      await insertJob(trx, 'run-import', { merchantId, importId });
      return JSON.stringify(importId);
    }),
  );
  return JSON.parse(answer) as string;
}

/** Hashes order details before packages, however they arrive. */
function contentHashOf({ orderDetails, orderPackages }: ArrivingImport['files']): Buffer {
  return createHash('sha256')
    .update(orderDetails.hash.digest())
    .update(orderPackages.hash.digest())
    .digest();
}
