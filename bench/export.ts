import { setTimeout } from 'node:timers/promises';
import type { Bench, Benchmark } from './benchmark.ts';
import type { CopyTask } from './copy-process-main.ts';
import type { ExportTask } from './export-process-main.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { measureInTurn, rateRatios, slownessRatios, type Figures, type Load } from './measure.ts';
import { LARGE, millionOrders, SMALL } from './million-orders.ts';
import { signIn, type Caller } from './orders-seed.ts';
import { SampleProcess } from './sample-process.ts';
import { ServerProcess } from './server-process.ts';

const EXPORT_MAIN = new URL('./export-process-main.ts', import.meta.url);
const COPY_MAIN = new URL('./copy-process-main.ts', import.meta.url);

type Name = 'copy' | 'plain' | 'gzip' | 'alone' | 'beside';

const ROUNDS = { rounds: 6, seconds: 4 };

/** Seconds, longer than any export takes. */
const WHOLE_FILE = 3600;

/** Concurrent readers of a short page of orders. */
const READING = 2;
const PAGE = 20;

/** Bytes that an export may add to the server's memory. */
const MOST_ADDED = 150 * 2 ** 20;

/** Milliseconds until an export runs at its full rate. */
const WELL_UNDER_WAY = 8000;

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

/** Formats orders per second of exports and response times of readers. */
function tableOf({ copy, plain, gzip, alone, beside }: Record<Name, Figures>): string {
  const file = (name: string, { perSecond }: Figures) => [name, perSecond.toFixed(0), '', ''];
  const answers = (name: string, { perSecond, p50, p975 }: Figures) => [
    name,
    perSecond.toFixed(0),
    p50.toFixed(1),
    p975.toFixed(1),
  ];
  return textTable([
    ['', 'per second', 'p50 ms', 'p97.5 ms'],
    file('Orders of COPY and CSV', copy),
    file('Orders of an export', plain),
    file('Orders of an export, gzip', gzip),
    answers(`Lists of ${PAGE} orders`, alone),
    answers(`Lists of ${PAGE} orders beside an export`, beside),
  ]);
}

/** Measures the memory that exporting all orders adds to an idle server. */
async function memoryLines(server: ServerProcess, wholeExport: Load): Promise<string> {
  const before = await server.memory();
  const exporting = wholeExport(WHOLE_FILE);
  await setTimeout(WELL_UNDER_WAY);
  const { usedMemory } = await server.memory();
  const { durations, elapsed } = await exporting;
  const { mostMemory } = await server.memory();
  const added = mostMemory - before.memory;
  const outcome = added < MOST_ADDED ? 'reached' : 'missed';
  return [
    `${durations.length} orders in ${Math.round(elapsed / 1000)} s.`,
    `Memory in use: ${megabytes(before.usedMemory)} before, ${megabytes(usedMemory)} during it.`,
    `Memory held, garbage included: ${megabytes(before.memory)} before, ${megabytes(mostMemory)} ` +
      `at its most: ${megabytes(added)} more, goal below ${megabytes(MOST_ADDED)}: ${outcome}`,
  ].join('\n');
}

/** Signs in at another process, since hashing takes memory. */
async function signInAt(databaseUrl: string): Promise<[Caller, Caller]> {
  await using server = await ServerProcess.start(databaseUrl);
  return [await signIn(server.api, LARGE), await signIn(server.api, SMALL)];
}

async function run({ seed }: Bench): Promise<void> {
  const databaseUrl = await seed(millionOrders);
  using exporter = new SampleProcess<ExportTask>(EXPORT_MAIN);
  using copier = new SampleProcess<CopyTask>(COPY_MAIN);
  using readers = new LoadProcess();
  const [large, small] = await signInAt(databaseUrl);
  await using server = await ServerProcess.start(databaseUrl);

  const exports =
    (headers: Readonly<Record<string, string>> = {}): Load =>
    (seconds) =>
      exporter.sample({
        url: `${server.api}/orders/export`,
        headers: { ...large.headers, ...headers },
        seconds,
      });
  const reads = readers.requests({
    url: `${server.api}/orders?limit=${PAGE}`,
    headers: small.headers,
    connections: READING,
  });
  const gzip = exports({ 'accept-encoding': 'gzip' });
  console.log(`${await memoryLines(server, gzip)}\n`);

  const measured = await measureInTurn(
    {
      copy: (seconds) => copier.sample({ databaseUrl, merchantId: large.merchantId, seconds }),
      plain: exports(),
      gzip,
      alone: reads,
      beside: async (seconds) => {
        const [sample] = await Promise.all([reads(seconds), gzip(seconds)]);
        return sample;
      },
    } satisfies Record<Name, Load>,
    ROUNDS,
  );
  const { copy, plain, alone, beside } = measured;
  console.log(tableOf(measured));
  console.log(ratioLine('Export to COPY and CSV', rateRatios(plain, copy), { atLeast: 0.6 }));
  console.log(
    ratioLine('Export in gzip to COPY and CSV', rateRatios(measured.gzip, copy), { atLeast: 0.6 }),
  );
  console.log(
    ratioLine('p97.5 of lists beside an export to alone', slownessRatios(beside, alone), {
      below: 3,
    }),
  );
}

/** `npm run bench -- export` */
export const exportBenchmark: Benchmark = {
  name: 'export',
  summary: 'GET /orders/export beside COPY with the same CSV, its memory, and what others notice',
  run,
};
