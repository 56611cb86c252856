import { OrderCountQuery, type OrderCount } from '@portage/contract/orders/orders';
import { countOrders } from '../server/src/orders/list-orders.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import {
  compare,
  comparisonTable,
  sameOfBoth,
  signInBoth,
  worstLine,
  type Call,
  type Compared,
} from './compare-merchants.ts';
import { LoadProcess } from './load-process.ts';
import { millionOrders } from './million-orders.ts';
import { combinations, filters, searches, typedParams } from './order-questions.ts';

const countCall: Call = {
  path: '/orders/count',
  query: (db, merchantId, question) =>
    countOrders(db, merchantId, OrderCountQuery.parse(typedParams(question))),
  rowsOf: (answer) => (answer as OrderCount).count,
};

async function run({ serve, savePlans }: Bench): Promise<void> {
  await using server = await serve(millionOrders);
  using clients = new LoadProcess();
  const callers = await signInBoth(server);
  const everything = { name: 'All orders', params: {} };
  const all: Compared[] = [];
  for (const question of [everything, ...filters, ...combinations, ...searches]) {
    all.push(await compare(server, clients, callers, countCall, sameOfBoth(question)));
  }
  await savePlans(all.map(({ plan }) => plan).join('\n'));
  console.log(comparisonTable(all));
  console.log(worstLine('p97.5 ms', all, ({ large }) => large.p975, 50));
}

/** `npm run bench -- count` */
export const countBenchmark: Benchmark = {
  name: 'count',
  summary: 'GET /orders/count of a million orders beside ten thousand, up to 10,000 counted',
  run,
};
