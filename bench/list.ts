import {
  ORDERS_PAGE_SIZE,
  OrderListQuery,
  type OrderCursor,
  type OrderPage,
} from '@portage/contract/orders/orders';
import { listOrders } from '../server/src/orders/list-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import {
  compare,
  printListFigures,
  sameOfBoth,
  signInBoth,
  type Call,
  type Compared,
  type Comparison,
} from './compare-merchants.ts';
import { LoadProcess } from './load-process.ts';
import { millionOrders } from './million-orders.ts';
import { combinations, filters, sorts, typedParams } from './order-questions.ts';

const DEPTH = 2000;

export const listCall: Call = {
  path: '/orders',
  query: (db, merchantId, question) =>
    listOrders(db, merchantId, OrderListQuery.parse(typedParams(question))),
  rowsOf: (answer) => (answer as OrderPage).orders.length,
};

/** Returns the cursor after the first `pages` pages of a merchant. */
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

async function run({ serve, savePlans }: Bench): Promise<void> {
  await using server = await serve(millionOrders);
  using clients = new LoadProcess();
  const callers = await signInBoth(server);
  const first = { name: 'First page', params: {} };
  const { startAt, createdAt } = await cursorAfter(server, callers.large.merchantId, DEPTH);
  const comparisons: Comparison[] = [
    sameOfBoth(first),
    // The small merchant has no deep pages; its first one is compared.
    {
      name: `After ${DEPTH} pages`,
      large: { name: '', params: { startAt, createdAt } },
      small: first,
    },
    ...[...filters, ...combinations, ...sorts].map(sameOfBoth),
  ];
  const all: Compared[] = [];
  for (const comparison of comparisons) {
    all.push(await compare(server, clients, callers, listCall, comparison));
  }
  await savePlans(all.map(({ plan }) => plan).join('\n'));
  printListFigures(all, 1.5);
}

/** `npm run bench -- list` */
export const listBenchmark: Benchmark = {
  name: 'list',
  summary:
    'GET /orders of a million orders beside ten thousand: pages, filters, combinations, sorts',
  run,
};
