import { sql, type Selectable, type Updateable } from 'kysely';
import type { ImportFile } from '@portage/contract/imports/import-columns';
import type { OrderImport } from '@portage/contract/imports/imports';
import type { EpochMillis } from '@portage/contract/time';
import { takeLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';
import { isCluster } from '../db/distribute-tables.ts';
import { type Tables, timestamp } from '../db/tables.ts';

export type ImportRecord = Selectable<Tables['imports']>;

/** Rows are still being received; such an import is hidden. */
const ARRIVING = 'ARRIVING';

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

/** Received before `before`, or broken off before `brokenOffBefore`. */
export async function listOldImports(
  db: Executor,
  merchantId: string,
  { before, brokenOffBefore }: { before: EpochMillis; brokenOffBefore: EpochMillis },
): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where((or) =>
      or.or([
        or('created_at', '<', timestamp(before)),
        or.and([or('state', '=', ARRIVING), or('created_at', '<', timestamp(brokenOffBefore))]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

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

/** Queues a fully received import. False once its merchant was deleted. */
export async function markArrived(
  trx: Executor,
  merchantId: string,
  arrived: ArrivedImport,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
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
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Newest import of this content that created or will create orders. Locks it until the commit. */
export async function findSameImport(
  trx: Executor,
  merchantId: string,
  contentHash: Buffer,
): Promise<string | undefined> {
  await takeLock(trx, 'import content', merchantId, contentHash.toString('hex'));
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

/** A fully received import; `forUpdate` locks it until the transaction ends. */
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

/** Newest first, after the cursor. */
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

/** The merchant's columns for headers, by file, as JSON. */
export function findImportColumns(db: Executor, merchantId: string) {
  return db
    .selectFrom('import_columns')
    .select(['order_details', 'order_packages'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Headers remembered per file; beyond them the list starts over. */
const MOST_HEADERS = 1000;

/** Merges JSON of columns by header; null removes a header. */
export async function mergeImportColumns(
  db: Executor,
  merchantId: string,
  chosen: Record<ImportFile, string>,
): Promise<void> {
  await db
    .insertInto('import_columns')
    .values({ merchant_id: merchantId })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const merged = (before: 'order_details' | 'order_packages', added: string) => {
    const all = sql`${sql.ref(before)}::jsonb || ${added}::jsonb`;
    const count = sql`(select count(*) from jsonb_object_keys(${all}))`;
    return sql<string>`jsonb_strip_nulls(
      case when ${count} > ${MOST_HEADERS} then ${added}::jsonb else ${all} end)::json`;
  };
  await db
    .updateTable('import_columns')
    .set({
      order_details: merged('order_details', chosen.orderDetails),
      order_packages: merged('order_packages', chosen.orderPackages),
    })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** Columns that runs, cancellation and undo change. */
type ImportChange = Omit<Updateable<Tables['imports']>, 'merchant_id' | 'id'>;

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

interface Advance {
  /** Last row before the batch, last row of the batch. */
  after: number;
  through: number;
  created: number;
  failed: number;
  startedAt: EpochMillis;
  end: { stray: number; at: EpochMillis } | undefined;
}

/** Counts a batch. False unless the import is queued or running, and has reached it. */
export async function advanceImport(
  trx: Executor,
  { merchantId, importId }: ImportKey,
  { after, through, created, failed, startedAt, end }: Advance,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set((row) => ({
      state: end ? 'DONE' : 'RUNNING',
      created: row('created', '+', created),
      failed: row('failed', '+', failed),
      done_through: through,
      started_at: sql<Date>`coalesce(started_at, ${new Date(startedAt)})`,
      ...(end && { stray_packages: end.stray, finished_at: new Date(end.at) }),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', importId)
    .where('done_through', '=', after)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteImport(
  db: Executor,
  { merchantId, importId }: ImportKey,
): Promise<void> {
  for (const table of ['import_rows', 'import_packages'] as const) {
    await db
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('import_id', '=', importId)
      .execute();
  }
  await db
    .deleteFrom('imports')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', importId)
    .execute();
}

export interface ImportKey {
  merchantId: string;
  importId: string;
}

/** Consecutive stored rows of a file. */
export interface StoredRows {
  references: (string | null)[];
  /** Row numbers as a spreadsheet shows them. */
  lines: number[];
  /** UTF-8 lines, a JSON list of cells in template order each. */
  cells: Uint8Array<ArrayBuffer>;
}

const TABLES = { orderDetails: 'import_rows', orderPackages: 'import_packages' } as const;

/** Appends rows to a file that has `before` rows, in one statement. */
export async function insertImportRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  file: ImportFile,
  before: number,
  { references, lines, cells }: StoredRows,
): Promise<void> {
  const line = file === 'orderDetails' ? sql`, line` : sql``;
  await sql`
    insert into ${sql.table(TABLES[file])} (merchant_id, import_id, row, reference, cells${line})
    select ${merchantId}::uuid, ${importId}::uuid, ${before}::int + number, reference, cells::json
      ${line}
    from rows from (
      unnest(${references}::text[]),
      string_to_table(convert_from(${cells}, 'UTF8'), chr(10)),
      unnest(${lines}::int[])
    ) with ordinality as arrived(reference, cells, line, number)`.execute(db);
}

/**
 * Gathers statistics for a large import: with those of smaller ones PostgreSQL reads all rows for
 * each reference. On a cluster autovacuum does this shard by shard.
 */
export async function analyzeImportRows(db: Executor): Promise<void> {
  if (await isCluster(db)) return;
  await sql`analyze (skip_locked) import_rows, import_packages`.execute(db);
}

interface RowPage {
  after: number;
  limit: number;
}

const selectRows = (db: Executor, { merchantId, importId }: ImportKey, { after, limit }: RowPage) =>
  db
    .selectFrom('import_rows')
    .select(['row', 'reference', 'cells'])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit);

/** Rows of the order details file, after `after`. */
export const listImportRows = (db: Executor, key: ImportKey, page: RowPage) =>
  selectRows(db, key, page).execute();

/** One index lookup per reference. */
const eachOf = (references: readonly string[]) =>
  sql<{ value: string }>`unnest(${references}::text[])`.as<'wanted'>(sql`wanted(value)`);

/** `row` counts below the headers, `line` counts the file's lines. */
export async function findFirstRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  references: readonly string[],
): Promise<Map<string, { row: number; line: number }>> {
  const rows = await db
    .selectFrom(eachOf(references))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('import_rows')
          .select(['row', sql<number>`coalesce(line, row + 1)`.as('line')])
          .where('merchant_id', '=', merchantId)
          .where('import_id', '=', importId)
          .whereRef('reference', '=', 'wanted.value')
          .orderBy('row')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['wanted.value', 'first.row', 'first.line'])
    .execute();
  return new Map(rows.map(({ value, ...first }) => [value, first]));
}

/** Packages read per batch; an order with more is refused anyway. */
const MOST_PACKAGES = 50_000;

/** In the sequence of the file. */
export function listPackagesOf(
  db: Executor,
  { merchantId, importId }: ImportKey,
  references: readonly string[],
  mostOfEach = MOST_PACKAGES,
) {
  return db
    .selectFrom(eachOf(references))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('import_packages')
          .select(['row', 'reference', 'cells'])
          .where('merchant_id', '=', merchantId)
          .where('import_id', '=', importId)
          .whereRef('reference', '=', 'wanted.value')
          .orderBy('row')
          .limit(mostOfEach)
          .as('package'),
      (join) => join.onTrue(),
    )
    .select(['package.row', 'package.reference', 'package.cells'])
    .orderBy('package.row')
    .limit(MOST_PACKAGES)
    .execute();
}

export async function markRowsFailed(
  trx: Executor,
  { merchantId, importId }: ImportKey,
  failed: readonly { row: number; problems: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  const rows = sql<{ number: number; why: string }>`(
    select number, why::json as why from rows from (
      unnest(${failed.map(({ row }) => row)}::int[]),
      unnest(${failed.map(({ problems }) => problems)}::text[])
    ) as failed(number, why)
  )`;
  await trx
    .updateTable('import_rows')
    .from(rows.as('failures'))
    .set({ problems: sql.ref<string>('failures.why') })
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .whereRef('row', '=', 'failures.number')
    .execute();
}

/** Packages whose reference has no row in the order details file. */
const strayPackages = (db: Executor, { merchantId, importId }: ImportKey) =>
  db
    .selectFrom('import_packages as package')
    .leftJoinLateral(
      // The limit keeps the subquery apart, for an index lookup each.
      (query) =>
        query
          .selectFrom('import_rows')
          .select('row as owner')
          .where('merchant_id', '=', merchantId)
          .where('import_id', '=', importId)
          .whereRef('reference', '=', 'package.reference')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .where('package.merchant_id', '=', merchantId)
    .where('package.import_id', '=', importId)
    .where('found.owner', 'is', null);

export async function countStrayPackages(db: Executor, key: ImportKey): Promise<number> {
  const counted = await strayPackages(db, key)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** Failed rows and rows beyond `reached`, after the cursor. */
export function listUncreatedRows(
  db: Executor,
  key: ImportKey,
  { reached, ...page }: RowPage & { reached: number | undefined },
) {
  return selectRows(db, key, page)
    .select('problems')
    .where((or) =>
      or.or([
        or('problems', 'is not', null),
        ...(reached === undefined ? [] : [or('row', '>', reached)]),
      ]),
    )
    .execute();
}

/** Packages without an order, after the cursor. */
export function listStrayPackages(db: Executor, key: ImportKey, { after, limit }: RowPage) {
  return strayPackages(db, key)
    .select(['package.row', 'package.reference', 'package.cells'])
    .where('package.row', '>', after)
    .orderBy('package.row')
    .limit(limit)
    .execute();
}
