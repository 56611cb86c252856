import { sql } from 'kysely';
import type { ImportFile } from '@portage/contract/imports/import-columns';
import type { Executor } from '../db/database.ts';

/** Consecutive rows of either file as they are stored. */
export interface StoredRows {
  /** The order reference of each row. */
  references: (string | null)[];
  /** The cells of each row: a JSON list in the sequence of the template, one a line. */
  cells: string;
}

const TABLES = { orderDetails: 'import_rows', orderPackages: 'import_packages' } as const;

/** An import of a merchant. */
export interface ImportKey {
  merchantId: string;
  importId: string;
}

/** Adds rows of a file of an import behind the `before` that it has, in one statement. */
export async function insertImportRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  file: ImportFile,
  before: number,
  { references, cells }: StoredRows,
): Promise<void> {
  await sql`
    insert into ${sql.table(TABLES[file])} (merchant_id, import_id, row, reference, cells)
    select ${merchantId}::uuid, ${importId}::uuid, ${before}::int + number, reference, cells::json
    from rows from (unnest(${references}::text[]), string_to_table(${cells}, chr(10)))
      with ordinality as arrived(reference, cells, number)`.execute(db);
}

/**
 * Lets the planner know of the rows that have arrived. Autovacuum would analyze the tables within
 * minutes, and until then a large import is read with plans for a small one. Skipped while another
 * session analyzes or vacuums them.
 */
export async function analyzeImportRows(db: Executor): Promise<void> {
  await sql`analyze (skip_locked) import_rows, import_packages`.execute(db);
}

/** Rows of the order details file that come after one of them, in sequence. */
export function listImportRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('import_rows')
    .select(['row', 'reference', 'cells'])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute();
}

/** The first row that has each of some references. */
export async function findFirstRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  references: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['reference', fn.min('row').as('row')])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .groupBy('reference')
    .execute();
  return new Map(rows.map(({ reference, row }) => [reference ?? '', row]));
}

/** The most packages of a batch of rows: more of one order than it may have is a problem of it anyway. */
const MOST_PACKAGES = 50_000;

/** The packages of some references, in the sequence of the file. */
export function listPackagesOf(
  db: Executor,
  { merchantId, importId }: ImportKey,
  references: readonly string[],
) {
  return db
    .selectFrom('import_packages')
    .select(['row', 'reference', 'cells'])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .orderBy('row')
    .limit(MOST_PACKAGES)
    .execute();
}

/** Writes why rows failed. */
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

/** Packages of an import for whose reference there is no row of the order details file. */
const strayPackages = (db: Executor, { merchantId, importId }: ImportKey) =>
  db
    .selectFrom('import_packages as package')
    .where('package.merchant_id', '=', merchantId)
    .where('package.import_id', '=', importId)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('import_rows as owner')
            .select('owner.row')
            .where('owner.merchant_id', '=', merchantId)
            .where('owner.import_id', '=', importId)
            .whereRef('owner.reference', '=', 'package.reference'),
        ),
      ),
    );

/** How many packages belong to no order. */
export async function countStrayPackages(db: Executor, key: ImportKey): Promise<number> {
  const counted = await strayPackages(db, key)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** Rows that failed, or that come after the one `reached`, from after one of them. */
export function listUncreatedRows(
  db: Executor,
  { merchantId, importId }: ImportKey,
  { after, limit, reached }: { after: number; limit: number; reached: number | undefined },
) {
  return db
    .selectFrom('import_rows')
    .select(['row', 'reference', 'cells', 'problems'])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where((or) =>
      or.or([
        or('problems', 'is not', null),
        ...(reached === undefined ? [] : [or('row', '>', reached)]),
      ]),
    )
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute();
}

/** Packages that belong to no order, from after one of them. */
export function listStrayPackages(
  db: Executor,
  key: ImportKey,
  { after, limit }: { after: number; limit: number },
) {
  return strayPackages(db, key)
    .select(['package.row', 'package.reference', 'package.cells'])
    .where('package.row', '>', after)
    .orderBy('package.row')
    .limit(limit)
    .execute();
}
