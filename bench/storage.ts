import { ORDERS_PAGE_SIZE, type OrderCursor } from '@portage/contract/orders/orders';
import { listOrders } from '../server/src/orders/list-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import { ordersSeed } from './orders-seed.ts';
import { sqlOf, type Statement } from './sql-of.ts';
import { copyOrders, STORAGE_WAYS, tableSize } from './storage-ways.ts';

const ORDERS = 500;

const seed = ordersSeed('orders_60k', [60_000]);

/** An order of the seed: the start of a page, and a document to save. */
interface Place extends OrderCursor {
  merchantId: string;
  document: string;
}

async function placesAnywhere({ pool }: BenchServer): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select id as "startAt", created_at as "createdAt", merchant_id as "merchantId", document
     from orders order by random() limit $1`,
    [ORDERS],
  );
  return rows;
}

/** Cost of a statement in PostgreSQL. */
interface Cost {
  milliseconds: number;
  loggedBytes: number;
}

/** Executes a statement, including the serialization of rows. */
async function costOf({ pool }: BenchServer, { text, values }: Statement): Promise<Cost> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, wal, serialize, timing off, format json) ${text}`,
    values,
  );
  const [explained] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as {
    'Execution Time': number;
    Plan: { 'WAL Bytes': number };
  }[];
  if (!explained) throw new Error('PostgreSQL explained nothing');
  return {
    milliseconds: explained['Execution Time'],
    loggedBytes: explained.Plan['WAL Bytes'],
  };
}

/** Reads the page after an order from a table. */
async function pageFrom({ db }: BenchServer, { merchantId, ...after }: Place, table: string) {
  const query = { limit: ORDERS_PAGE_SIZE, startAt: after.startAt, createdAt: after.createdAt };
  const { text, values } = await sqlOf(db, (one) => listOrders(one, merchantId, query));
  return { text: text.replaceAll('"orders"', table), values };
}

/** Saves an order with another document. */
const saveOf = ({ merchantId, startAt }: Place, document: string, table: string): Statement => ({
  text: `update ${table} set document = $3, version = version + 1
         where merchant_id = $1 and id = $2`,
  values: [merchantId, startAt, document],
});

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  for (const way of STORAGE_WAYS) await copyOrders(server, way);
  const places = await placesAnywhere(server);
  const costs = STORAGE_WAYS.map((way) => ({ way, pages: [] as Cost[], saves: [] as Cost[] }));
  for (const [index, place] of places.entries()) {
    const document = places[index - 1]?.document ?? place.document;
    // Alternates the ways for each order, so that other load affects all.
    for (const { way, pages, saves } of costs) {
      pages.push(await costOf(server, await pageFrom(server, place, way.table)));
      // The first write after a checkpoint logs the whole page, so it is not counted.
      await costOf(server, saveOf(place, document, way.table));
      saves.push(await costOf(server, saveOf(place, place.document, way.table)));
    }
  }

  const median = (all: readonly Cost[], part: keyof Cost) =>
    quantile(
      all.map((cost) => cost[part]),
      0.5,
    );
  const lines = [['', 'MB', 'ms a page', 'ms a save', 'kB logged a save']];
  for (const { way, pages, saves } of costs) {
    lines.push([
      way.words,
      ((await tableSize(server, way)) / 1e6).toFixed(0),
      median(pages, 'milliseconds').toFixed(2),
      median(saves, 'milliseconds').toFixed(2),
      (median(saves, 'loggedBytes') / 1000).toFixed(1),
    ]);
  }
  console.log(textTable(lines));
}

/** `npm run bench -- storage`: measures the decision docs/decisions/0007. */
export const storageBenchmark: Benchmark = {
  name: 'storage',
  summary: 'what a page and a save cost PostgreSQL, by how it keeps the documents',
  run,
};
