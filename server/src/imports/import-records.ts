import type { ImportPage, OrderImport } from '@portage/contract/imports/imports';
import type { Deps } from '../deps.ts';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import {
  findImport,
  importOf,
  type ImportRecord,
  listImportRecords,
  updateImport,
} from './import-queries.ts';

/** The stored import of the merchant. Throws `import_not_found`. */
export async function getImportRecord(
  db: Executor,
  merchantId: string,
  id: string,
  lock: { forUpdate?: boolean } = {},
): Promise<ImportRecord> {
  const found = await findImport(db, merchantId, id, lock);
  if (!found) throw new ApiError('import_not_found', { id });
  return found;
}

/** An import of the merchant. Throws `import_not_found`. */
export const getImport = async (
  db: Executor,
  merchantId: string,
  id: string,
): Promise<OrderImport> => importOf(await getImportRecord(db, merchantId, id));

/** A page of the merchant's imports, newest first. */
export async function listImports(
  db: Executor,
  merchantId: string,
  { limit, startAt }: { limit: number; startAt?: string | undefined },
): Promise<ImportPage> {
  const records = await listImportRecords(db, merchantId, { limit: limit + 1, startAt });
  const page = records.slice(0, limit);
  const next = records.length > limit ? page.at(-1)?.id : undefined;
  return { imports: page.map(importOf), ...(next !== undefined && { next }) };
}

/**
 * Stops an import after the batch that is being written; what it created stays. Throws
 * `import_not_found` and `import_finished`.
 */
export function cancelImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  id: string,
): Promise<OrderImport> {
  return db.transaction().execute(async (trx) => {
    const found = await getImportRecord(trx, merchantId, id, { forUpdate: true });
    if (found.state !== 'QUEUED' && found.state !== 'RUNNING') {
      throw new ApiError('import_finished');
    }
    await updateImport(trx, merchantId, id, {
      state: 'CANCELLED',
      finished_at: new Date(clock.now()),
    });
    return getImport(trx, merchantId, id);
  });
}
