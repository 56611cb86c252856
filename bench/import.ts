import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { importColumns, type ImportFile } from '@portage/contract/imports/import-columns';
import { withoutTimeLimit } from '../server/src/db/database.ts';
import { runImport } from '../server/src/imports/run-import.ts';
import { detailsRow, packageRow } from '../server/src/testing/import-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { quantile } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';

const SIZES = [10_000, 100_000];

/** Goal: the rate of creation relative to COPY. */
const GOAL = 0.25;

/** Goal: the slowdown of another merchant's lists during an import. */
const MOST_SLOWED = 2;

/** Seconds of listing without an import, for comparison. */
const QUIET = 5;

/** Imports as one merchant while the other lists orders. */
const seed = ordersSeed('orders_5k_twice', [5000, 5000]);

/** Tables of the finished orders of an import. */
const TABLES = [
  { table: 'orders', key: 'id' },
  { table: 'searchable_orders', key: 'id' },
  { table: 'tracking_numbers', key: 'order_id' },
  { table: 'audit_entries', key: 'subject_id' },
] as const;

function csvFile(file: ImportFile, rows: readonly Readonly<Record<string, unknown>>[]): File {
  const columns = importColumns[file];
  const lines = rows.map((row) =>
    columns.map((column) => JSON.stringify(row[column] ?? '')).join(','),
  );
  const text = [columns.join(','), ...lines].join('\r\n');
  return new File([text], `${file}.csv`, { type: 'text/csv' });
}

/** Two files with rows unique to each run. */
function filesOf(count: number): FormData {
  const run = Date.now();
  const references = Array.from({ length: count }, (_, index) => `B-${run}-${index}`);
  const rows = references.map((order_ref_number) => ({ order_ref_number }));
  const form = new FormData();
  form.append('orderDetails', csvFile('orderDetails', rows.map(detailsRow)));
  form.append('orderPackages', csvFile('orderPackages', rows.map(packageRow)));
  return form;
}

/** Returns the seconds that work takes and the peak memory of this process, in bytes. */
async function timed<Result>(work: () => Promise<Result>) {
  let memory = process.memoryUsage.rss();
  const sampling = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 50);
  const start = performance.now();
  const result = await work();
  clearInterval(sampling);
  return { result, seconds: (performance.now() - start) / 1000, memory };
}

async function send({ api }: BenchServer, { headers }: Caller, body: FormData): Promise<string> {
  const response = await fetch(`${api}/orders/imports`, { method: 'POST', headers, body });
  if (response.status !== 202) throw new Error(await response.text());
  return ((await response.json()) as { importId: string }).importId;
}

/** Creates the orders of an import like its jobs. */
async function create({ db, deps }: BenchServer, { merchantId }: Caller, importId: string) {
  for (;;) {
    await runImport(deps, { merchantId, importId }, 1);
    const found = await db
      .selectFrom('imports')
      .select(['state', 'created'])
      .where('merchant_id', '=', merchantId)
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
    if (found.state === 'DONE') return found.created;
  }
}

/** Returns the p97.5 of another merchant's lists in ms, alone and beside an import. */
async function listBeside(server: BenchServer, caller: Caller, count: number) {
  using clients = new LoadProcess();
  const { headers } = await signIn(server.api, 1);
  const lists = clients.requests({ url: `${server.api}/orders`, headers, connections: 2 });
  await lists(1);
  const quiet = await lists(QUIET);
  const importId = await send(server, caller, filesOf(count));
  const done = new AbortController();
  const creating = create(server, caller, importId).finally(() => done.abort());
  const durations: number[] = [];
  while (!done.signal.aborted) durations.push(...(await lists(1)).durations);
  await creating;
  return { quiet: quantile(quiet.durations, 0.975), beside: quantile(durations, 0.975) };
}

/** Deletes the finished rows of an import and copies them in again; returns seconds. */
async function copy({ db }: BenchServer, importId: string): Promise<number> {
  await using directory = await mkdtempDisposable(path.join(tmpdir(), 'portage-copy-'));
  await chmod(directory.path, 0o777);
  const ids = `select id from orders where import_id = '${importId}'`;
  const fileOf = (table: string) => `'${path.join(directory.path, table)}'`;
  return await withoutTimeLimit(db, async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection);
    for (const { table, key } of TABLES) {
      await run(
        `copy (select * from ${table} where ${key} in (${ids})) to ${fileOf(table)} (format binary)`,
      );
    }
    for (const { table, key } of TABLES.toReversed()) {
      await run(`delete from ${table} where ${key} in (${ids})`);
    }
    await run('vacuum orders, searchable_orders, tracking_numbers, audit_entries');
    const start = performance.now();
    for (const { table } of TABLES) {
      await run(`copy ${table} from ${fileOf(table)} (format binary)`);
    }
    return (performance.now() - start) / 1000;
  });
}

async function run({ serve, rows: chosen }: Bench): Promise<void> {
  await using server = await serve(seed);
  const caller = await signIn(server.api, 0);
  const rows = [['rows', 'upload s', 'create s', 'rows/s', 'memory MB', 'COPY rows/s', 'ratio']];
  const sizes = chosen ?? SIZES;
  for (const count of sizes) {
    const form = filesOf(count);
    const sent = await timed(() => send(server, caller, form));
    const created = await timed(() => create(server, caller, sent.result));
    if (created.result !== count) throw new Error(`Only ${created.result} orders were created`);
    const copied = count / (await copy(server, sent.result));
    const perSecond = count / created.seconds;
    rows.push([
      count.toLocaleString('en-CA'),
      sent.seconds.toFixed(1),
      created.seconds.toFixed(1),
      perSecond.toFixed(0),
      (Math.max(sent.memory, created.memory) / 1024 / 1024).toFixed(0),
      copied.toFixed(0),
      `${(perSecond / copied).toFixed(2)} (goal ${GOAL})`,
    ]);
  }
  console.log(textTable(rows));
  const { quiet, beside } = await listBeside(server, caller, Math.min(...sizes));
  console.log(
    `Lists of another merchant, p97.5: ${quiet.toFixed(1)} ms, ${beside.toFixed(1)} ms beside`,
  );
  console.log(ratioLine('Beside an import', [beside / quiet], { below: MOST_SLOWED }));
}

/** `npm run bench -- import` */
export const importBenchmark: Benchmark = {
  name: 'import',
  summary: 'creating orders from CSV files, from the upload to GEOCODED, beside COPY of their rows',
  run,
};
