import { ORDERS_PAGE_SIZE, type OrderCursor } from '@portage/contract/orders';
import { listOrders } from '../server/src/orders/list-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { closedLoop, measureInTurn, type Load } from './measure.ts';
import { ordersSeed } from './orders-seed.ts';
import { sqlOf, type Statement } from './sql-of.ts';
import {
  copyOrders,
  STORAGE_WAYS,
  tableSize,
  writtenBytes,
  type StorageWay,
} from './storage-ways.ts';

const CONNECTIONS = 4;
const ROUNDS = { rounds: 5, seconds: 2 };
const PLACES = 200;

const seed = ordersSeed('orders_60k', [60_000]);

/** An order of the seed, and what is needed to list from it on and to save it again. */
interface Place extends OrderCursor {
  merchantId: string;
  document: string;
}

async function placesAnywhere({ pool }: BenchServer): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select id as "startAt", created_at as "createdAt", merchant_id as "merchantId", document
     from orders order by random() limit $1`,
    [PLACES],
  );
  return rows;
}

/** Runs statements one after the other, from the first again after the last. */
function repeat({ pool }: BenchServer, statements: readonly Statement[]): Load {
  let next = 0;
  return (seconds) =>
    closedLoop(CONNECTIONS, seconds, async () => {
      const statement = statements[next++ % statements.length];
      if (statement) await pool.query(statement);
    });
}

/** Pages from everywhere in the list, of one way of keeping them. */
async function pages(server: BenchServer, { table }: StorageWay, places: readonly Place[]) {
  const statements = places.map(async ({ merchantId, startAt, createdAt }) => {
    const page = { limit: ORDERS_PAGE_SIZE, startAt, createdAt };
    const { text, values } = await sqlOf(server.db, (db) => listOrders(db, merchantId, page));
    return { text: text.replace('"orders"', table), values };
  });
  return repeat(server, await Promise.all(statements));
}

/** Saves of whole documents, of one way of keeping them. */
function saves(server: BenchServer, { table }: StorageWay, places: readonly Place[]) {
  return repeat(
    server,
    places.map(({ merchantId, startAt, document }) => ({
      text: `update ${table} set document = $3, version = version + 1
             where merchant_id = $1 and id = $2`,
      values: [merchantId, startAt, document],
    })),
  );
}

/** Something of each way's own, by its table. */
async function byTable<T>(make: (way: StorageWay) => T | Promise<T>) {
  const entries = STORAGE_WAYS.map(async (way) => [way.table, await make(way)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<StorageWay['table'], T>;
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  for (const way of STORAGE_WAYS) await copyOrders(server, way);
  const places = await placesAnywhere(server);
  const reading = await measureInTurn(await byTable((way) => pages(server, way, places)), ROUNDS);
  const saving = await byTable((way) => saves(server, way, places));
  const saved = await measureInTurn(saving, ROUNDS);

  const lines = [['', 'MB', 'pages/s', 'p97.5 ms', 'saves/s', 'kB logged a save']];
  for (const way of STORAGE_WAYS) {
    const before = await writtenBytes(server);
    const { durations } = await saving[way.table](1);
    const logged = ((await writtenBytes(server)) - before) / durations.length;
    const read = reading[way.table];
    lines.push([
      way.words,
      ((await tableSize(server, way)) / 1e6).toFixed(0),
      read.perSecond.toFixed(0),
      read.p975.toFixed(1),
      saved[way.table].perSecond.toFixed(0),
      (logged / 1000).toFixed(1),
    ]);
  }
  console.log(textTable(lines));
}

/** `npm run bench -- storage`: the measurement behind docs/decisions/0007. */
export const storageBenchmark: Benchmark = {
  name: 'storage',
  summary: 'pages read and orders saved, by how PostgreSQL keeps the documents',
  run,
};
