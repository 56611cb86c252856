import type { CallOf } from '@portage/contract/endpoint';
import { headerKey, type ImportFile } from '@portage/contract/imports/import-columns';
import type {
  importEndpoints,
  ImportPage,
  OrderImport,
  RememberedColumns,
} from '@portage/contract/imports/imports';
import { DAY } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { deleteOrdersOfImport, hasUndeletableOrders } from '../orders/delete-orders.ts';
import {
  findImport,
  findImportColumns,
  mergeImportColumns,
  importOf,
  type ImportRecord,
  listImportRecords,
  updateImport,
  type ImportKey,
  deleteImport,
  listOldImports,
} from './import-queries.ts';

/** Deletes imports after half a year, incomplete uploads after a day; keeps orders. */
export async function forgetOldImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const old = { before: now - 180 * DAY, brokenOffBefore: now - DAY };
  await forEachMerchant(db, async (merchantId) => {
    for (const importId of await listOldImports(db, merchantId, old)) {
      await deleteImport(db, { merchantId, importId });
    }
  });
}

/** Newest first. */
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

/** Throws `import_not_found`. */
export const getImport = async (
  db: Executor,
  merchantId: string,
  id: string,
): Promise<OrderImport> => importOf(await getImportRecord(db, merchantId, id));

/** Throws `import_not_found`. */
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

/** Created orders stay. Throws `import_not_found` and `import_finished`. */
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

/** Deletes orders for 30 days. Throws `import_not_found`, `import_running`, `import_picked_up`. */
export function undoImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Session,
  id: string,
): Promise<OrderImport> {
  return db.transaction().execute(async (trx) => {
    const found = await getImportRecord(trx, merchantId, id, { forUpdate: true });
    if (found.state === 'QUEUED' || found.state === 'RUNNING') throw new ApiError('import_running');
    if (await hasUndeletableOrders(trx, merchantId, id)) throw new ApiError('import_picked_up');
    if (found.undo_state !== null) return getImport(trx, merchantId, id);

    await updateImport(trx, merchantId, id, {
      undo_state: 'RUNNING',
      undone_by: username,
      undone_at: new Date(clock.now()),
    });
    await insertJob(trx, 'undo-import', { merchantId, importId: id });
    return getImport(trx, merchantId, id);
  });
}

export async function getImportColumns(
  db: Executor,
  merchantId: string,
): Promise<Record<ImportFile, RememberedColumns>> {
  const { order_details = '{}', order_packages = '{}' } =
    (await findImportColumns(db, merchantId)) ?? {};
  return {
    orderDetails: JSON.parse(order_details) as RememberedColumns,
    orderPackages: JSON.parse(order_packages) as RememberedColumns,
  };
}

/** Ignores case and punctuation. */
export async function rememberImportColumns(
  db: Executor,
  merchantId: string,
  chosen: CallOf<typeof importEndpoints.rememberColumns>['body'],
): Promise<void> {
  const columnsOf = (file: ImportFile) => {
    const columns = Object.entries(chosen[file] ?? {});
    return JSON.stringify(
      Object.fromEntries(columns.map(([header, column]) => [headerKey(header), column])),
    );
  };
  await mergeImportColumns(db, merchantId, {
    orderDetails: columnsOf('orderDetails'),
    orderPackages: columnsOf('orderPackages'),
  });
}

/** Job: deletes the import's orders, except those picked up since. */
export async function deleteImportedOrders(
  deps: Pick<Deps, 'db' | 'clock'>,
  { merchantId, importId }: ImportKey,
): Promise<void> {
  const { db } = deps;
  const found = await findImport(db, merchantId, importId);
  // On a cluster the job may be visible before its rows; the queue retries.
  if (!found || found.undone_by === null) throw new Error(`No undo of the import ${importId} yet`);
  if (found.undo_state !== 'RUNNING') return;
  const author = { merchantId, username: found.undone_by };
  for (;;) {
    const { left, isDone } = await deleteOrdersOfImport(deps, author, importId);
    await updateImport(db, merchantId, importId, {
      deleted: found.created - left,
      ...(isDone && { undo_state: 'DONE' }),
    });
    if (isDone) return;
  }
}
