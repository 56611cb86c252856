import type { ImportPage, OrderImport } from '@portage/contract/imports/imports';
import type { Deps } from '../deps.ts';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { findImport, importOf, listImportRecords, updateImport } from './import-queries.ts';

/** An import of the merchant. Throws `import_not_found`. */
export async function getImport(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<OrderImport> {
  const found = await findImport(db, merchantId, id);
  if (!found) throw new ApiError('import_not_found', { id });
  return importOf(found);
}

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
    const found = await findImport(trx, merchantId, id, { forUpdate: true });
    if (!found) throw new ApiError('import_not_found', { id });
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
