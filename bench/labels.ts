import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import type { Order } from '@portage/contract/orders/orders';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { compareDrawing } from './drawn-labels.ts';
import { figuresTable, ratioLine, textTable } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { measureInTurn, slownessRatios, type Figures, type Load } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import {
  AT_ONCE,
  batchOf,
  callsOf,
  comparePrinting,
  printingTask,
  type Printer,
} from './printed-labels.ts';
import type { RequestsTask } from './requests-process-main.ts';
import { SampleProcess } from './sample-process.ts';
import { ServerProcess } from './server-process.ts';

const REQUESTS_MAIN = new URL('./requests-process-main.ts', import.meta.url);

/** Prints while another user lists orders. */
const PRINTER = 0;
const READER = 1;

/** Orders printed for the memory figure. */
const MANY = 10_000;
const QUARTER = MANY / 4;

/** Covers the last two hours, whose orders are all located and printable. */
const seed = ordersSeed('labels_10k', [MANY, 200], 1 / 12);

const ROUNDS = { rounds: 6, seconds: 4 };

/** Concurrent readers of a short page of orders. */
const READING = 2;
const PAGE = 20;

/** The newest orders of the merchant that prints. */
async function ordersOf({ pool }: BenchServer, { merchantId }: Caller): Promise<Order[]> {
  const { rows } = await pool.query<{ document: string }>(
    'select document from orders where merchant_id = $1 order by created_at desc, id desc limit $2',
    [merchantId, MANY],
  );
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

/** Runs a load while labels print. */
function besidePrinting(load: Load, printer: Printer, task: RequestsTask): Load {
  return async (seconds) => {
    const end = new AbortController();
    const sample = load(seconds).finally(() => {
      end.abort();
    });
    while (!end.signal.aborted) await printer.sample(task);
    return sample;
  };
}

/** Compares response times of lists alone and beside PDF prints. */
async function compareReading(
  api: string,
  printer: Printer,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  using readers = new LoadProcess();
  const reads = readers.requests({
    url: `${api}/orders?limit=${PAGE}`,
    headers: (await signIn(api, READER)).headers,
    connections: READING,
  });
  const beside = (requests: RequestsTask['requests']) =>
    besidePrinting(reads, printer, printingTask(caller, requests));
  const measured = await measureInTurn(
    {
      alone: reads,
      calls: beside(callsOf(api, ids, 'pdf')),
      batches: beside(batchOf(api, ids, 'pdf')),
    },
    ROUNDS,
  );
  const { alone, calls, batches } = measured;
  console.log(
    figuresTable([
      { name: 'Orders', figures: alone },
      { name: `Orders beside PDFs, ${AT_ONCE} calls at once`, figures: calls },
      { name: `Orders beside PDFs, ${MOST_IN_BATCH} a call`, figures: batches },
    ]),
  );
  const line = (name: string, figures: Figures) =>
    ratioLine(`p97.5 of orders beside ${name} to alone`, slownessRatios(figures, alone), {
      below: 2,
    });
  console.log(line('calls', calls));
  console.log(`${line('batches', batches)}\n`);
}

/** Measures the memory that printing 10,000 orders as PDFs adds to an idle server. */
async function watchMemory(databaseUrl: string, printer: Printer, ids: readonly string[]) {
  await using server = await ServerProcess.start(databaseUrl);
  const caller = await signIn(server.api, PRINTER);
  const before = (await server.memory()).memory;
  const held: number[] = [];
  for (let printed = 0; printed < ids.length; printed += MOST_IN_BATCH) {
    const requests = batchOf(server.api, ids.slice(printed, printed + MOST_IN_BATCH), 'pdf');
    await printer.sample(printingTask(caller, requests));
    if ((printed + MOST_IN_BATCH) % QUARTER === 0) held.push((await server.memory()).memory);
  }
  const rows = [before, ...held].map((bytes, index) => [
    (index * QUARTER).toLocaleString('en'),
    (bytes / 2 ** 20).toFixed(0),
  ]);
  console.log(textTable([[`Orders printed, ${MOST_IN_BATCH} a call`, 'MB held'], ...rows]));
  const [first = 0, ...later] = held;
  const ratios = later.map((bytes) => bytes / first);
  console.log(ratioLine('Memory held to that after a quarter', ratios, { below: 1.1 }));
}

async function run(bench: Bench): Promise<void> {
  using printer = new SampleProcess<RequestsTask>(REQUESTS_MAIN);
  const ids: string[] = [];
  {
    await using server = await bench.serve(seed);
    const caller = await signIn(server.api, PRINTER);
    const orders = await ordersOf(server, caller);
    ids.push(...orders.map(({ id }) => id));
    const some = orders.slice(0, MOST_IN_BATCH);
    await compareDrawing(some, false);
    await compareDrawing(some, true);
    await comparePrinting(server.api, printer, caller, some);
    await compareReading(server.api, printer, caller, ids.slice(0, MOST_IN_BATCH));
  }
  await watchMemory(await bench.seed(seed), printer, ids);
}

/** `npm run bench -- labels` */
export const labelsBenchmark: Benchmark = {
  name: 'labels',
  summary: 'labels as ZPL and PDF beside bare pdfkit, through HTTP, and what others notice of it',
  run,
};
