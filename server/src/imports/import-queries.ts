import { sql, type Selectable, type Updateable } from 'kysely';
import type { OrderImport } from '@portage/contract/imports/imports';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** A stored import. */
export type ImportRecord = Selectable<Tables['imports']>;

/** Rows are still coming in: nobody is told of such an import. */
const ARRIVING = 'ARRIVING';

/** The contract's form of an import. */
export function importOf(record: ImportRecord): OrderImport {
  const { undo_state, undone_by, undone_at } = record;
  return {
    id: record.id,
    state: record.state as OrderImport['state'],
    total: record.total,
    created: record.created,
    failed: record.failed,
    packages: record.packages,
    strayPackages: record.stray_packages,
    createdAt: record.created_at,
    createdBy: record.created_by,
    ...(record.started_at !== null && { startedAt: record.started_at }),
    ...(record.finished_at !== null && { finishedAt: record.finished_at }),
    ...(record.details_name !== null && { orderDetailsName: record.details_name }),
    ...(record.packages_name !== null && { orderPackagesName: record.packages_name }),
    ...(undo_state !== null &&
      undone_by !== null &&
      undone_at !== null && {
        undo: {
          state: undo_state as 'RUNNING' | 'DONE',
          deleted: record.deleted,
          by: undone_by,
          at: undone_at,
        },
      }),
  };
}

/** Adds an import whose rows are about to come. */
export async function insertImport(
  db: Executor,
  row: { merchantId: string; id: string; username: string; now: EpochMillis },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      merchant_id: row.merchantId,
      id: row.id,
      state: ARRIVING,
      created_at: new Date(row.now),
      created_by: row.username,
    })
    .execute();
}

/** What is known of an import once its rows have come. */
export interface ArrivedImport {
  id: string;
  contentHash: Buffer;
  total: number;
  packages: number;
  orderDetailsName: string | undefined;
  orderPackagesName: string | undefined;
  confirmed: boolean;
  attention: 'create' | 'leaveOut';
  now: EpochMillis;
}

/** Queues an import of the merchant whose rows have all come. */
export async function markArrived(
  trx: Executor,
  merchantId: string,
  arrived: ArrivedImport,
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      state: 'QUEUED',
      created_at: new Date(arrived.now),
      content_hash: arrived.contentHash,
      total: arrived.total,
      packages: arrived.packages,
      details_name: arrived.orderDetailsName ?? null,
      packages_name: arrived.orderPackagesName ?? null,
      confirmed: arrived.confirmed,
      leaves_out_attention: arrived.attention === 'leaveOut',
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', arrived.id)
    .execute();
}

/**
 * The newest import of the merchant that created orders, or will, from the same content. Whoever asks
 * waits for others who ask of the same content, until their transaction ends.
 */
export async function findSameImport(
  trx: Executor,
  merchantId: string,
  contentHash: Buffer,
): Promise<string | undefined> {
  const key = `${merchantId}/${contentHash.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(trx);
  const row = await trx
    .selectFrom('imports')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('content_hash', '=', contentHash)
    .where('undo_state', 'is', null)
    .where((or) => or.or([or('created', '>', 0), or('state', 'in', ['QUEUED', 'RUNNING'])]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** An import of the merchant whose rows have come; locked until the transaction ends, if asked to. */
export function findImport(
  db: Executor,
  merchantId: string,
  id: string,
  { forUpdate = false } = {},
): Promise<ImportRecord | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '!=', ARRIVING)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Imports of the merchant, newest first, from after one of them. */
export function listImportRecords(
  db: Executor,
  merchantId: string,
  { limit, startAt }: { limit: number; startAt: string | undefined },
): Promise<ImportRecord[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('state', '!=', ARRIVING)
    .$if(startAt !== undefined, (query) => query.where('id', '<', startAt ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What changes of an import while it runs, is cancelled or undone. */
type ImportChange = Omit<Updateable<Tables['imports']>, 'merchant_id' | 'id'>;

/** Writes what changed of an import of the merchant. */
export async function updateImport(
  db: Executor,
  merchantId: string,
  id: string,
  change: ImportChange,
): Promise<void> {
  await db
    .updateTable('imports')
    .set(change)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an import of the merchant with its rows. */
export async function deleteImport(db: Executor, merchantId: string, id: string): Promise<void> {
  for (const table of ['import_rows', 'import_packages'] as const) {
    await db
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('import_id', '=', id)
      .execute();
  }
  await db
    .deleteFrom('imports')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}
