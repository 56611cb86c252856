import { createHash, type Hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ImportFile } from '@portage/contract/imports/import-columns';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { ApiError } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { deleteImport, findSameImport, insertImport, markArrived } from './import-queries.ts';
import { type ImportKey, insertImportRows, type StoredRows } from './import-row-queries.ts';

/** How an import is sent. */
export interface ImportRequest {
  /** Whether the same content may be imported again. */
  allowRepeat: boolean;
  /** Whether the merchant confirmed changes of meaning. */
  confirmed: boolean;
  /** Rows whose order cannot be delivered yet: created, or left out. */
  attention: 'create' | 'leaveOut';
  idempotencyKey: string | undefined;
}

interface ArrivedFile {
  name: string | undefined;
  rows: number;
  hash: Hash;
}

/** An import whose rows are coming in. Nobody is told of it until it is queued. */
export interface ArrivingImport extends ImportKey {
  readonly files: Record<ImportFile, ArrivedFile>;
}

const noFile = (): ArrivedFile => ({ name: undefined, rows: 0, hash: createHash('sha256') });

/** Begins an import. */
export async function beginImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Session,
): Promise<ArrivingImport> {
  const now = clock.now();
  const importId = uuidv7({ msecs: now });
  await insertImport(db, { merchantId, id: importId, username, now });
  return { merchantId, importId, files: { orderDetails: noFile(), orderPackages: noFile() } };
}

/** Adds rows behind those of a file that have arrived. */
export async function addRows(
  db: Executor,
  arriving: ArrivingImport,
  file: ImportFile,
  rows: StoredRows,
): Promise<void> {
  const arrived = arriving.files[file];
  arrived.hash.update(`${rows.cells}\n`);
  await insertImportRows(db, arriving, file, arrived.rows, rows);
  arrived.rows += rows.references.length;
}

/** Forgets an import that will not be queued. */
export const dropImport = (db: Executor, { merchantId, importId }: ImportKey): Promise<void> =>
  deleteImport(db, merchantId, importId);

/**
 * Queues an import whose rows have all come. Gives its id, or that of the first one with the same
 * idempotency key. Throws `import_repeated` when the same content was imported before, and what `once`
 * throws. An import that is not queued is forgotten.
 */
export async function queueImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arriving: ArrivingImport,
  { allowRepeat, idempotencyKey: key, ...choices }: ImportRequest,
): Promise<string> {
  const { merchantId, importId, files } = arriving;
  const now = clock.now();
  const contentHash = contentHashOf(files);
  const body = contentHash.toString('hex');
  try {
    const answer = await db.transaction().execute((trx) =>
      once(trx, { merchantId, key, call: 'import orders', body, now }, async () => {
        const same = await findSameImport(trx, merchantId, contentHash);
        if (same && !allowRepeat) throw new ApiError('import_repeated', { id: same });
        await markArrived(trx, merchantId, {
          id: importId,
          contentHash,
          total: files.orderDetails.rows,
          packages: files.orderPackages.rows,
          orderDetailsName: files.orderDetails.name,
          orderPackagesName: files.orderPackages.name,
          ...choices,
          now,
        });
        await insertJob(trx, 'run-import', { merchantId, importId });
        return JSON.stringify(importId);
      }),
    );
    const queued = JSON.parse(answer) as string;
    if (queued !== importId) await dropImport(db, arriving);
    return queued;
  } catch (error) {
    await dropImport(db, arriving);
    throw error;
  }
}

/** The same for the same rows, whichever file came first. */
function contentHashOf({ orderDetails, orderPackages }: ArrivingImport['files']): Buffer {
  return createHash('sha256')
    .update(orderDetails.hash.digest())
    .update(orderPackages.hash.digest())
    .digest();
}
