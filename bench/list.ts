import { ORDERS_PAGE_SIZE, type OrderCursor } from '@portage/contract/orders';
import { listOrders } from '../server/src/orders/list-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { explain } from './explain.ts';
import { figuresTable, ratioLine } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { closedLoop, measureInTurn, rateRatios } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import { sqlOf } from './sql-of.ts';

const CONNECTIONS = 4;
const ROUNDS = { rounds: 10, seconds: 2 };
const DEPTH = 1900;

/** One merchant with 200,000 of 300,000 orders; twenty share the others. */
const seed = ordersSeed('orders_300k', [200_000, ...Array.from({ length: 20 }, () => 5000)]);
const LARGE = 0;
const SMALL = 1;

/** The key of the last row of the merchant's first so many pages. */
async function cursorAfter(
  { pool }: BenchServer,
  merchantId: string,
  pages: number,
): Promise<OrderCursor> {
  const { rows } = await pool.query<OrderCursor>(
    `select id as "startAt", created_at as "createdAt" from orders where merchant_id = $1
     order by created_at desc, id desc offset $2 limit 1`,
    [merchantId, pages * ORDERS_PAGE_SIZE - 1],
  );
  const [cursor] = rows;
  if (!cursor) throw new Error(`The merchant has no ${pages} pages`);
  return cursor;
}

/** The plans of both pages; raises when one of them sorts, or follows another index. */
async function plansOf(server: BenchServer, merchantId: string, after: OrderCursor) {
  const page = { limit: ORDERS_PAGE_SIZE };
  const first = await sqlOf(server.db, (db) => listOrders(db, merchantId, page));
  const deep = await sqlOf(server.db, (db) => listOrders(db, merchantId, { ...page, ...after }));
  const plans = [
    await explain(server, 'The first page', first),
    await explain(server, `The page after ${DEPTH} others`, deep),
  ];
  if (plans.some((plan) => !plan.includes('using orders_newest_first') || plan.includes('Sort'))) {
    throw new Error(`The list does not follow its index:\n${plans.join('\n')}`);
  }
  return { first, text: plans.join('\n') };
}

/** How many bytes an answer has. */
async function sizeOf(url: string, { headers }: Caller): Promise<number> {
  const response = await fetch(url, { headers });
  return (await response.arrayBuffer()).byteLength;
}

async function run({ serve, save }: Bench): Promise<void> {
  await using server = await serve(seed);
  using clients = new LoadProcess();
  const { api, pool } = server;
  const [large, small] = await Promise.all([signIn(api, LARGE), signIn(api, SMALL)]);
  const after = await cursorAfter(server, large.merchantId, DEPTH);

  const plans = await plansOf(server, large.merchantId, after);
  await save('explain/list-orders.txt', plans.text);
  console.log(plans.text);

  const url = `${api}/orders?limit=${ORDERS_PAGE_SIZE}`;
  const deepUrl = `${url}&startAt=${after.startAt}&createdAt=${after.createdAt}`;
  const requests = (target: string, { headers }: Caller) =>
    clients.requests({ url: target, headers, connections: CONNECTIONS });
  const { driver, first, deep, other } = await measureInTurn(
    {
      driver: (seconds) => closedLoop(CONNECTIONS, seconds, () => pool.query(plans.first)),
      first: requests(url, large),
      deep: requests(deepUrl, large),
      other: requests(url, small),
    },
    ROUNDS,
  );

  const { rows } = await pool.query<{ document: string }>(plans.first);
  const documents = rows.map(({ document }) => document).join('');
  console.log(
    figuresTable([
      { name: 'Driver, first page', figures: driver, bytes: Buffer.byteLength(documents) },
      { name: 'HTTP, first page', figures: first, bytes: await sizeOf(url, large) },
      { name: `HTTP, after ${DEPTH} pages`, figures: deep, bytes: await sizeOf(deepUrl, large) },
      { name: 'HTTP, small merchant', figures: other, bytes: await sizeOf(url, small) },
    ]),
  );
  console.log(ratioLine('HTTP to driver', rateRatios(first, driver), { atLeast: 0.5 }));
  console.log(ratioLine('Deep page to first', rateRatios(deep, first), { atLeast: 0.8 }));
  console.log(ratioLine('Large merchant to small', rateRatios(first, other), { atLeast: 0.8 }));
}

/** `npm run bench -- list` */
export const listBenchmark: Benchmark = {
  name: 'list',
  summary: 'GET /orders through HTTP beside the same SQL through the driver, shallow and deep',
  run,
};
