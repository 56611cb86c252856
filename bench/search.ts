import type { Bench, Benchmark } from './benchmark.ts';
import {
  compare,
  printListFigures,
  sameOfBoth,
  signInBoth,
  type Compared,
  type Comparison,
} from './compare-merchants.ts';
import { listCall } from './list.ts';
import { LoadProcess } from './load-process.ts';
import { COUNTS, millionOrders } from './million-orders.ts';
import { searches, searchesForOne } from './order-questions.ts';

async function run({ serve, savePlans }: Bench): Promise<void> {
  await using server = await serve(millionOrders);
  using clients = new LoadProcess();
  const callers = await signInBoth(server);
  const [ofLarge, ofSmall] = await Promise.all([
    searchesForOne(server, callers.large.merchantId, COUNTS.large),
    searchesForOne(server, callers.small.merchantId, COUNTS.small),
  ]);
  const forOne = ofLarge.flatMap((large, index): Comparison[] => {
    const small = ofSmall[index];
    return small ? [{ name: large.name, large, small }] : [];
  });
  const all: Compared[] = [];
  for (const comparison of [...forOne, ...searches.map(sameOfBoth)]) {
    all.push(await compare(server, clients, callers, listCall, comparison));
  }
  await savePlans(all.map(({ plan }) => plan).join('\n'));
  printListFigures(all, 3);
}

/** `npm run bench -- search` */
export const searchBenchmark: Benchmark = {
  name: 'search',
  summary: 'searches of a million orders beside ten thousand: selective, broad, absent, short',
  run,
};
