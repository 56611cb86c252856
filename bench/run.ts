import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { openLog } from '../server/src/log.ts';
import { auditBenchmark } from './audit.ts';
import { startBenchServer } from './bench-server.ts';
import type { Benchmark } from './benchmark.ts';
import { browserBenchmark } from './browser-list.ts';
import { printBenchmark } from './browser-print.ts';
import { carrierBenchmark } from './carrier.ts';
import { countBenchmark } from './count.ts';
import { createBenchmark } from './create.ts';
import { eventsBenchmark } from './events.ts';
import { exportBenchmark } from './export.ts';
import { describeMachine } from './figures-table.ts';
import { heavyBenchmark } from './heavy.ts';
import { importBrowserBenchmark } from './import-browser.ts';
import { importBenchmark } from './import.ts';
import { labelsBenchmark } from './labels.ts';
import { listBenchmark } from './list.ts';
import { liveBenchmark } from './live.ts';
import { overloadBenchmark } from './overload.ts';
import { partitionsBenchmark } from './partitions.ts';
import { ratesBenchmark } from './rates.ts';
import { readyBenchmark } from './ready.ts';
import { searchBenchmark } from './search.ts';
import { seededDatabase } from './seeded-database.ts';
import { shopBenchmark } from './shop.ts';
import { signInBenchmark } from './sign-in.ts';
import { storageBenchmark } from './storage.ts';
import { upkeepBenchmark } from './upkeep.ts';

const benchmarks: readonly Benchmark[] = [
  auditBenchmark,
  carrierBenchmark,
  countBenchmark,
  createBenchmark,
  browserBenchmark,
  eventsBenchmark,
  exportBenchmark,
  heavyBenchmark,
  importBenchmark,
  importBrowserBenchmark,
  labelsBenchmark,
  listBenchmark,
  liveBenchmark,
  overloadBenchmark,
  partitionsBenchmark,
  printBenchmark,
  ratesBenchmark,
  readyBenchmark,
  searchBenchmark,
  shopBenchmark,
  signInBenchmark,
  storageBenchmark,
  upkeepBenchmark,
];

const USAGE = `npm run bench -- <name> … [--data <directory>] [--rows <n,…>] [--seconds <n>] [--plans <directory>]

${benchmarks.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}

  --data   keeps the seeded database in this directory, and uses it again
  --rows   imports so many rows instead of 10,000 and 100,000; fulfills and reconciles so many shop orders
  --seconds  overloads for so many seconds instead of 60
  --plans  writes the plans of queries into this directory, to be compared`;

/** Creates a directory that PostgreSQL's account can reach. */
async function temporaryDirectory() {
  const directory = await mkdtemp(path.join(tmpdir(), 'portage-bench-'));
  await chmod(directory, 0o755);
  return {
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Reads the options of the command line. */
type Options = Readonly<Record<'data' | 'rows' | 'seconds' | 'plans', string | undefined>>;

const NO_OPTIONS: Options = {
  data: undefined,
  rows: undefined,
  seconds: undefined,
  plans: undefined,
};

async function runBenchmarks(
  chosen: readonly Benchmark[],
  { data, rows, seconds, plans }: Options,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const log = openLog('error');
  const dataDirectory = data ?? stack.use(await temporaryDirectory()).directory;
  const postgres = await startEmbeddedPostgres({ dataDirectory, log, mayCreateDatabases: true });
  stack.defer(() => postgres.stop());

  const runAll = async () => {
    console.log(describeMachine());
    for (const { name, summary, run } of chosen) {
      console.log(`\n# ${name}: ${summary}\n`);
      await run({
        seed: (seed) => seededDatabase(postgres.url, seed, log),
        serve: async (seed) => startBenchServer(await seededDatabase(postgres.url, seed, log), log),
        seconds: seconds === undefined ? undefined : Number(seconds),
        rows: rows?.split(',').map(Number),
        savePlans: async (content) => {
          if (plans !== undefined) await writeFile(path.join(plans, `${name}.txt`), content);
        },
      });
    }
  };
  // An interrupt still stops the database and deletes its directory.
  await Promise.race([runAll(), interruption()]);
}

/** Rejects when Ctrl-C is pressed, or the process is told to end. */
async function interruption(): Promise<never> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  throw new Error('Interrupted');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    rows: { type: 'string' },
    seconds: { type: 'string' },
    plans: { type: 'string' },
  },
});
const chosen = benchmarks.filter(({ name }) => positionals.includes(name));

if (chosen.length === 0 || chosen.length < positionals.length) {
  console.log(USAGE);
  process.exitCode = positionals.length === 0 ? 0 : 1;
} else {
  await runBenchmarks(chosen, { ...NO_OPTIONS, ...values });
}
