import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { readOrderRow, type ReadOrder } from '@portage/contract/imports/import-rows';
import {
  type ImportProblem,
  type ImportSeverity,
  isError,
  severityOf,
} from '@portage/contract/imports/import-problems';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { writeNewOrders } from '../orders/create-orders.ts';
import { inTurns } from '../threads/in-turns.ts';
import {
  findImport,
  type ImportRecord,
  updateImport,
  analyzeImportRows,
  countStrayPackages,
  findFirstRows,
  type ImportKey,
  listImportRows,
  listPackagesOf,
  markRowsFailed,
} from './import-queries.ts';
import {
  importRulesOf,
  type RatedRow,
  rateRows,
  type ReadableRow,
  rowContext,
} from './rate-rows.ts';
import { cellsByColumn } from './stored-cells.ts';

/** The next rows of an import. */
interface ReadBatch {
  /** The last row that was read. */
  through: number;
  rows: ReadableRow[];
  failed: { row: number; problems: ImportProblem[] }[];
  /** True at the end of the rows. */
  isLast: boolean;
}

const isReadable = (read: ReadOrder): read is ReadableRow => read.order !== undefined;

/**
 * Reads the next rows of an import with their packages. Packages go to the first row with their
 * reference; a later one with the same reference fails.
 */
async function readBatch(
  db: Executor,
  key: ImportKey,
  merchant: Merchant,
  { after, limit }: { after: number; limit: number },
): Promise<ReadBatch> {
  const rows = await listImportRows(db, key, { after, limit });
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
  const [firstRows, packages] = await Promise.all([
    findFirstRows(db, key, references),
    listPackagesOf(db, key, references),
  ]);
  const packagesOf = Map.groupBy(packages, ({ reference }) => reference);
  const rules = importRulesOf(merchant);
  const batch: ReadBatch = {
    through: rows.at(-1)?.row ?? after,
    rows: [],
    failed: [],
    isLast: rows.length < limit,
  };
  await inTurns(rows, ({ row, reference, cells }) => {
    const first = reference === null ? row : (firstRows.get(reference) ?? row);
    const own = reference === null ? [] : (packagesOf.get(reference) ?? []);
    const read = readOrderRow(
      { row, cells: cellsByColumn('orderDetails', cells) },
      own.map((one) => ({ row: one.row, cells: cellsByColumn('orderPackages', one.cells) })),
      rules,
      first,
    );
    if (isReadable(read)) batch.rows.push(read);
    else batch.failed.push({ row, problems: read.problems.filter(isError) });
  });
  return batch;
}

/** From this many rows on, a plan made for a few rows takes noticeably longer. */
const LARGE_IMPORT = 2000;

/** Rows per transaction: few, so that its statements hardly delay other calls. */
const BATCH = 100;

/** Milliseconds before an import yields its worker to other jobs. */
const TURN = 1000;

/** Failures in a row before the import fails; long enough for a restart of the database. */
const MOST_ATTEMPTS = 8;

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs' | 'log'>;

/**
 * Handles rows of an import for one turn and leaves the rest to the next job. Each batch is one
 * transaction: orders, audit, failed rows and progress. A killed server continues after the last
 * committed row. `attempt` counts from 1.
 */
export async function runImport(deps: ImportDeps, key: ImportKey, attempt: number): Promise<void> {
  const end = performance.now() + TURN;
  try {
    while (await runBatch(deps, key)) {
      if (performance.now() > end) return await insertJob(deps.db, 'run-import', key);
      await setImmediate();
    }
  } catch (error) {
    if (attempt < MOST_ATTEMPTS) throw error;
    deps.log.error({ err: error, importId: key.importId }, 'an import failed');
    await failImport(deps, key);
  }
}

/** Handles the next batch. False when the import is not to go on. */
async function runBatch(deps: ImportDeps, key: ImportKey): Promise<boolean> {
  const { db, clock } = deps;
  const { merchantId, importId } = key;
  const found = await findImport(db, merchantId, importId);
  // On a cluster its job may be seen before it is; the queue tries again.
  if (!found) throw new Error(`The import ${importId} is not there yet`);
  if (!isUnderWay(found)) return false;
  const isLarge = found.total + found.packages >= LARGE_IMPORT;
  if (isLarge && found.started_at === null) await analyzeImportRows(db);

  const context = await rowContext(deps, merchantId);
  const page = { after: found.done_through, limit: BATCH };
  const batch = await readBatch(db, key, context.merchant, page);
  const author = { merchantId, username: found.created_by };
  const { orders, leftOut } = decide(
    found,
    await rateRows(deps, context, author.username, batch.rows),
  );
  const failed = [...batch.failed, ...leftOut].map(({ row, problems }) => ({
    row,
    problems: JSON.stringify(problems),
  }));
  const stray = batch.isLast ? await countStrayPackages(db, key) : 0;

  return db.transaction().execute(async (trx) => {
    const current = await findImport(trx, merchantId, importId, { forUpdate: true });
    if (!current || !isUnderWay(current)) return false;
    // Another worker has handled these rows.
    if (current.done_through !== found.done_through) return true;

    await writeNewOrders(trx, author, orders);
    await markRowsFailed(trx, key, failed);
    await updateImport(trx, merchantId, importId, {
      state: batch.isLast ? 'DONE' : 'RUNNING',
      created: current.created + orders.length,
      failed: current.failed + failed.length,
      done_through: batch.through,
      ...(current.started_at === null && { started_at: new Date(context.now) }),
      ...(batch.isLast && { stray_packages: stray, finished_at: new Date(clock.now()) }),
    });
    return !batch.isLast;
  });
}

/**
 * Tells the orders to create from the rows that the merchant's choices leave out. A row that is left out
 * is told everything that keeps it from being delivered.
 */
function decide(record: ImportRecord, rows: readonly RatedRow[]) {
  const idOf = rowIdsOf(record);
  const orders: Order[] = [];
  const leftOut: ReadBatch['failed'] = [];
  for (const { read, order, problems } of rows) {
    const changes = record.confirmed ? [] : problems.filter(isOf('confirm'));
    const attention = problems.filter(isOf('attention'));
    const isLeftOut = changes.length > 0 || (attention.length > 0 && record.leaves_out_attention);
    if (isLeftOut) leftOut.push({ row: read.row, problems: [...changes, ...attention] });
    else orders.push({ ...order, id: idOf(read.row), importId: record.id });
  }
  return { orders, leftOut };
}

const isOf = (severity: ImportSeverity) => (problem: ImportProblem) =>
  severityOf(problem) === severity;

const isUnderWay = ({ state }: ImportRecord) => state === 'QUEUED' || state === 'RUNNING';

/** Derives the id of the order of a row from the import, so that no row is created twice. */
export function rowIdsOf({ id, created_at }: ImportRecord): (row: number) => string {
  const random = createHash('sha256').update(id).digest();
  return (row) => uuidv7({ msecs: created_at, seq: row, random });
}

async function failImport({ db, clock }: ImportDeps, { merchantId, importId }: ImportKey) {
  const finishedAt: EpochMillis = clock.now();
  await db.transaction().execute(async (trx) => {
    const found = await findImport(trx, merchantId, importId, { forUpdate: true });
    if (!found || !isUnderWay(found)) return;
    const change = { state: 'FAILED', finished_at: new Date(finishedAt) };
    await updateImport(trx, merchantId, importId, change);
  });
}
