import { setTimeout } from 'node:timers/promises';
import type { Order } from '@portage/contract/orders/orders';
import { timestamp } from '../server/src/db/tables.ts';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { RequestsTask } from './requests-process-main.ts';
import { SampleProcess } from './sample-process.ts';

const REQUESTS_MAIN = new URL('./requests-process-main.ts', import.meta.url);

/** Uncounted rounds, in which the server's code is compiled. */
const WARM_UP = 3;
const ROUNDS = 7;
const ORDERS = 500;
const AT_ONCE = 8;

/** Goal: the rate of creation relative to bare inserts. */
const GOAL = 0.35;
/** Limit for the 95th percentile from CREATED to GEOCODED, in ms. */
const LONGEST = 300;

const seed = ordersSeed('orders_5k', [5000]);

/** Tables of a created order, with the column of its id. */
const TABLES = [
  { table: 'orders', key: 'id' },
  { table: 'searchable_orders', key: 'id' },
  { table: 'tracking_numbers', key: 'order_id' },
  { table: 'audit_entries', key: 'subject_id' },
  { table: 'idempotency_keys', key: "(answer->>'id')::uuid" },
] as const;

/** Builds requests that create orders, each with its own key. */
function creations(api: string, round: number): RequestsTask['requests'] {
  return Array.from({ length: ORDERS }, (_, index) => ({
    method: 'POST',
    url: `${api}/orders`,
    headers: { 'idempotency-key': `${Date.now()}-${index}` },
    body: JSON.stringify(newOrderPayload({ refNumber: `C-${round}-${index}` })),
  }));
}

/** Returns the orders created since a timestamp once none is CREATED. */
async function placedSince({ db }: BenchServer, { merchantId }: Caller, since: number) {
  for (;;) {
    const rows = await db
      .selectFrom('orders')
      .select(['status', 'document'])
      .where('merchant_id', '=', merchantId)
      .where('created_at', '>=', timestamp(since))
      .execute();
    if (rows.length === ORDERS && rows.every(({ status }) => status !== 'CREATED')) {
      return rows.map(({ document }) => JSON.parse(document) as Order);
    }
    await setTimeout(20);
  }
}

/** Milliseconds from CREATED to GEOCODED. Throws on another status. */
function placingTime({ id, orderStatus, createdAt, timelineEvents }: Order): number {
  const placed = timelineEvents.find(({ event }) => event === 'GEOCODED');
  if (!placed) throw new Error(`Order ${id} is ${orderStatus}`);
  return placed.timestamp - createdAt;
}

/**
 * Deletes the rows of orders and inserts them again, one order per commit, 8 at a time. Returns the
 * seconds of the inserts.
 */
async function insertBare({ pool }: BenchServer, ids: readonly string[]): Promise<number> {
  for (const { table, key } of TABLES) {
    await pool.query(
      `create unlogged table bare_${table} as select ${key} as of_order, t as finished
       from ${table} t where ${key} = any('{${ids.join(',')}}')`,
    );
    await pool.query(`create index on bare_${table} (of_order)`);
    await pool.query(`analyze bare_${table}`);
  }
  for (const { table, key } of TABLES.toReversed()) {
    await pool.query(`delete from ${table} where ${key} = any($1::uuid[])`, [ids]);
  }
  await pool.query(`vacuum ${TABLES.map(({ table }) => table).join(', ')}`);
  const inserts = TABLES.map(
    ({ table }) =>
      `insert into ${table} select (finished).* from bare_${table} where of_order = $1`,
  );
  const [last, ...others] = inserts.toReversed();
  const parts = others.map((insert, index) => `part_${index} as (${insert})`).join(', ');
  const statement = `with ${parts} ${last}`;

  const waiting = ids.values();
  const began = performance.now();
  const lane = async () => {
    for (const id of waiting) await pool.query(statement, [id]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const seconds = (performance.now() - began) / 1000;
  await pool.query(`drop table ${TABLES.map(({ table }) => `bare_${table}`).join(', ')}`);
  return seconds;
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  using client = new SampleProcess<RequestsTask>(REQUESTS_MAIN);
  await using _worker = await server.startWork();
  const caller = await signIn(server.api, 0);
  const headers = { ...caller.headers, 'content-type': 'application/json' };

  const rows = [['', 'created/s', 'CPU ms each', 'placed/s', 'p95 to GEOCODED ms', 'bare/s']];
  const ratios: number[] = [];
  const placing: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const since = Date.now();
    const before = process.cpuUsage();
    const began = performance.now();
    const requests = creations(server.api, round);
    const { elapsed } = await client.sample({ requests, headers, atOnce: AT_ONCE });
    const orders = await placedSince(server, caller, since);
    const placed = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    const times = orders.map(placingTime);
    const bare = await insertBare(
      server,
      orders.map(({ id }) => id),
    );
    if (round < WARM_UP) continue;
    const created = (ORDERS / elapsed) * 1000;
    ratios.push((created * bare) / ORDERS);
    placing.push(quantile(times, 0.95));
    rows.push([
      `Round ${round - WARM_UP + 1}`,
      created.toFixed(0),
      ((user + system) / 1000 / ORDERS).toFixed(1),
      ((ORDERS / placed) * 1000).toFixed(0),
      quantile(times, 0.95).toFixed(0),
      (ORDERS / bare).toFixed(0),
    ]);
  }
  console.log(textTable(rows));
  console.log(ratioLine('Creation to bare inserts', ratios, { atLeast: GOAL }));
  console.log(ratioLine('CREATED to GEOCODED, p95 ms', placing, { below: LONGEST }));
}

/** `npm run bench -- create` */
export const createBenchmark: Benchmark = {
  name: 'create',
  summary: `creating orders by request, ${AT_ONCE} at a time, beside bare inserts of their rows`,
  run,
};
