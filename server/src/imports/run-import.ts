import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  type ImportProblem,
  type ImportSeverity,
  isError,
  severityOf,
} from '@portage/contract/imports/import-problems';
import { MOST_READ, readOrderRow, type ReadOrder } from '@portage/contract/imports/import-rows';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { pipelinedTransaction } from '../db/pipelined-transaction.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { writeNewOrders } from '../orders/create-orders.ts';
import { inTurns } from '../threads/in-turns.ts';
import {
  advanceImport,
  analyzeImportRows,
  findImport,
  type ImportRecord,
  updateImport,
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

interface ReadBatch {
  through: number;
  rows: ReadableRow[];
  failed: { row: number; problems: ImportProblem[] }[];
  isLast: boolean;
}

/** Names the earlier row of a duplicate by its number in the file. */
const withLine = (problem: ImportProblem, line: number | undefined): ImportProblem =>
  problem.code === 'refDuplicated' && line !== undefined
    ? { ...problem, values: { row: line } }
    : problem;

const isReadable = (read: ReadOrder): read is ReadableRow => read.order !== undefined;

/** Packages go to the first row with their reference; later rows with the same one fail. */
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
    listPackagesOf(db, key, references, MOST_READ),
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
    const first = reference === null ? undefined : firstRows.get(reference);
    const own = reference === null ? [] : (packagesOf.get(reference) ?? []);
    const packagesOfRow = {
      count: own.length,
      read: () =>
        own.map((one) => ({ row: one.row, cells: cellsByColumn('orderPackages', one.cells) })),
    };
    const details = { row, cells: cellsByColumn('orderDetails', cells) };
    const read = readOrderRow(details, packagesOfRow, rules, first?.row);
    if (isReadable(read)) batch.rows.push(read);
    else {
      const problems = read.problems.filter(isError);
      batch.failed.push({ row, problems: problems.map((one) => withLine(one, first?.line)) });
    }
  });
  return batch;
}

/** Rows and packages from which statistics of other imports mislead. */
const LARGE_IMPORT = 2000;

/** Rows per transaction; small, to delay other calls little. */
const BATCH = 100;

/** Milliseconds before an import yields its worker to other jobs. */
const TURN = 1000;

/** Consecutive failures before the import fails; outlasts a database restart. */
const MOST_ATTEMPTS = 8;

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs' | 'log'>;

/** Runs for one turn and commits each batch, to continue after a crash. `attempt` counts from 1. */
export async function runImport(deps: ImportDeps, key: ImportKey, attempt: number): Promise<void> {
  try {
    const isDone = await runBatches(deps, key);
    if (!isDone) await insertJob(deps.db, 'run-import', key);
  } catch (error) {
    if (attempt < MOST_ATTEMPTS) throw error;
    deps.log.error({ err: error, importId: key.importId }, 'an import failed');
    await failImport(deps, key);
  }
}

/** Rates a batch while earlier ones are written. False when rows are left. */
async function runBatches(deps: ImportDeps, key: ImportKey): Promise<boolean> {
  const { db } = deps;
  const end = performance.now() + TURN;
  const found = await findImport(db, key.merchantId, key.importId);
  // On a cluster the job may be visible first; the queue retries.
  if (!found) throw new Error(`The import ${key.importId} is not there yet`);
  if (!isUnderWay(found)) return true;
  const isLarge = found.total + found.packages >= LARGE_IMPORT;
  if (isLarge && found.started_at === null) await analyzeImportRows(db);

  let batch = await rateBatch(deps, found, found.done_through);
  let before = Promise.resolve(true);
  let writing = before;
  try {
    for (;;) {
      [before, writing] = [writing, writeBatch(deps, found, batch, writing)];
      // Thrown one batch later.
      writing.catch(() => undefined);
      const isOver = batch.isLast || performance.now() > end;
      const rating = isOver ? undefined : rateBatch(deps, found, batch.through);
      const [isWritten, next] = await Promise.all([isOver ? writing : before, rating]);
      if (!isWritten) return await isStopped(db, key);
      if (!next) return batch.isLast;
      batch = next;
    }
  } finally {
    await Promise.allSettled([before, writing]);
  }
}

async function isStopped(db: Executor, { merchantId, importId }: ImportKey): Promise<boolean> {
  const current = await findImport(db, merchantId, importId);
  return !current || !isUnderWay(current);
}

interface RatedBatch extends Pick<ReadBatch, 'through' | 'isLast'> {
  /** Last row before the batch. */
  after: number;
  now: EpochMillis;
  orders: Order[];
  failed: { row: number; problems: string }[];
  /** Package rows without an order; counted with the last batch. */
  stray: number;
}

/** Reads and rates the batch after `after`. */
async function rateBatch(
  deps: ImportDeps,
  record: ImportRecord,
  after: number,
): Promise<RatedBatch> {
  const { merchant_id: merchantId, id: importId, created_by: username } = record;
  const key = { merchantId, importId };
  const context = await rowContext(deps, merchantId);
  const batch = await readBatch(deps.db, key, context.merchant, { after, limit: BATCH });
  const { orders, leftOut } = decide(record, await rateRows(deps, context, username, batch.rows));
  return {
    after,
    through: batch.through,
    isLast: batch.isLast,
    now: context.now,
    orders,
    failed: [...batch.failed, ...leftOut].map(({ row, problems }) => ({
      row,
      problems: JSON.stringify(problems),
    })),
    stray: batch.isLast ? await countStrayPackages(deps.db, key) : 0,
  };
}

/** Rolls a batch back. */
class OutOfTurn extends Error {}

/** Commits after `before`. False, with nothing written, if stopped or another worker was faster. */
async function writeBatch(
  { db, clock }: ImportDeps,
  { merchant_id: merchantId, id: importId, created_by: username }: ImportRecord,
  { after, through, isLast, now, orders, failed, stray }: RatedBatch,
  before: Promise<boolean>,
): Promise<boolean> {
  const key = { merchantId, importId };
  try {
    await pipelinedTransaction(db, async (trx) => {
      await Promise.all([
        writeNewOrders(trx, { merchantId, username }, orders),
        markRowsFailed(trx, key, failed),
      ]);
      const isNext =
        (await before) &&
        (await advanceImport(trx, key, {
          ...{ after, through, created: orders.length, failed: failed.length, startedAt: now },
          end: isLast ? { stray, at: clock.now() } : undefined,
        }));
      if (!isNext) throw new OutOfTurn();
    });
    return true;
  } catch (error) {
    if (error instanceof OutOfTurn) return false;
    if (!isUniqueViolation(error)) throw error;
    const current = await findImport(db, merchantId, importId);
    if (current?.done_through === after) throw error;
    return false;
  }
}

/** Lists every reason against a skipped row. */
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

/** Derives order ids from import and row, so that no row is created twice. */
export function rowIdsOf({ id, created_at }: ImportRecord): (row: number) => string {
  const random = hash('sha256', id, 'buffer');
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
