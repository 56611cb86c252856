import { MOST_IN_BATCH, type OrderOutcome } from '@portage/contract/order-readiness';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import { locatedOrder } from '../server/src/testing/carrier-events.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { measureInTurn, rateRatios, type Figures, type Load } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { RequestsTask } from './requests-process-main.ts';
import { SampleProcess } from './sample-process.ts';

const REQUESTS_MAIN = new URL('./requests-process-main.ts', import.meta.url);

/** Each round marks all orders ready once, however long that takes. */
const ROUNDS = { rounds: 7, seconds: 0 };

/** As many requests as a hurried client has under way. */
const AT_ONCE = 8;

const seed = ordersSeed('orders_5k', [5000]);

/** Orders of the merchant that can be marked ready: as many as a batch may have. */
async function addLocatedOrders({ db }: BenchServer, { merchantId }: Caller): Promise<string[]> {
  const author = { merchantId, username: 'someone' };
  const orders = Array.from({ length: MOST_IN_BATCH }, () => locatedOrder(Date.now(), { author }));
  await insertOrders(db, orders);
  return orders.map(({ id }) => id);
}

/** Takes the orders back. Raises unless every one of them was ready. */
async function takeBack(api: string, { headers }: Caller, ids: readonly string[]): Promise<void> {
  const response = await fetch(`${api}/orders/batch/notPickupready`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  const { outcomes } = (await response.json()) as { outcomes: OrderOutcome[] };
  const missed = outcomes.filter(({ result }) => result !== 'success').length;
  if (missed > 0) throw new Error(`${missed} orders were not ready`);
}

/** Milliseconds for all orders in each round. */
const millisecondsOf = ({ rates }: Figures) => rates.map((rate) => (MOST_IN_BATCH / rate) * 1000);

function tableOf(rows: readonly (readonly [name: string, figures: Figures])[]): string {
  return textTable([
    ['', 'orders a second', 'ms for all, median', 'lowest', 'highest'],
    ...rows.map(([name, figures]) => {
      const all = millisecondsOf(figures);
      const shown = [
        (MOST_IN_BATCH / figures.perSecond) * 1000,
        Math.min(...all),
        Math.max(...all),
      ];
      return [name, figures.perSecond.toFixed(0), ...shown.map((one) => one.toFixed(0))];
    }),
  ]);
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  using client = new SampleProcess<RequestsTask>(REQUESTS_MAIN);
  const { api } = server;
  const caller = await signIn(api, 0);
  const ids = await addLocatedOrders(server, caller);

  const load =
    (requests: RequestsTask['requests'], atOnce: number): Load =>
    async () => {
      const headers = { ...caller.headers, 'content-type': 'application/json' };
      const { elapsed } = await client.sample({ requests, headers, atOnce });
      await takeBack(api, caller, ids);
      // A rate counts orders, so that one request for all of them compares with one for each.
      return { durations: ids.map(() => elapsed / ids.length), elapsed };
    };
  const single = ids.map((id) => ({ method: 'PATCH', url: `${api}/orders/${id}/pickupready` }));
  const batch = [
    {
      method: 'POST',
      url: `${api}/orders/batch/pickupready`,
      body: JSON.stringify({ ids }),
    },
  ];
  const { inTurn, atOnce, together } = await measureInTurn(
    { inTurn: load(single, 1), atOnce: load(single, AT_ONCE), together: load(batch, 1) },
    ROUNDS,
  );
  console.log(
    tableOf([
      [`${ids.length} requests, one after the other`, inTurn],
      [`${ids.length} requests, ${AT_ONCE} at once`, atOnce],
      ['One request', together],
    ]),
  );
  const ratio = (other: Figures) => rateRatios(together, other);
  console.log(ratioLine('One request to one after the other', ratio(inTurn), { atLeast: 20 }));
  console.log(ratioLine(`One request to ${AT_ONCE} at once`, ratio(atOnce), { atLeast: 20 }));
}

/** `npm run bench -- ready` */
export const readyBenchmark: Benchmark = {
  name: 'ready',
  summary: `marking ${MOST_IN_BATCH} orders ready in one request beside one request each`,
  run,
};
