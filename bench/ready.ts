import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import type { Order } from '@portage/contract/orders/orders';
import { insertOrders, updateOrders } from '../server/src/orders/order-queries.ts';
import { anyOf } from '../server/src/orders/order-search.ts';
import { locatedOrder } from '../server/src/testing/carrier-events.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { measureInTurn, rateRatios, type Figures, type Load } from './measure.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { RequestsTask } from './requests-process-main.ts';
import { SampleProcess } from './sample-process.ts';

const REQUESTS_MAIN = new URL('./requests-process-main.ts', import.meta.url);

/** Marks all orders ready once each round. */
const ROUNDS = { rounds: 7, seconds: 0 };

/** Concurrent requests of one client. */
const AT_ONCE = 8;

const seed = ordersSeed('orders_5k', [5000]);

/** Adds a full batch of orders that can be marked ready. */
async function addLocatedOrders({ db }: BenchServer, { merchantId }: Caller): Promise<Order[]> {
  const author = { merchantId, username: 'someone' };
  const orders = Array.from({ length: MOST_IN_BATCH }, () => locatedOrder(Date.now(), { author }));
  await insertOrders(db, orders);
  return orders;
}

/**
 * Restores the orders' rows; marking them not ready would make their timelines grow. Throws unless
 * every order was ready.
 */
async function takeBack({ db }: BenchServer, { merchantId }: Caller, orders: readonly Order[]) {
  const ready = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(orders.map(({ id }) => id)))
    .where('status', '=', 'PICKUP_READY')
    .executeTakeFirstOrThrow();
  if (ready.count < orders.length) throw new Error(`Only ${ready.count} orders were ready`);
  await updateOrders(
    db,
    merchantId,
    orders.map((order) => ({ before: order, order })),
  );
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
  const orders = await addLocatedOrders(server, caller);
  const ids = orders.map(({ id }) => id);

  const load =
    (requests: RequestsTask['requests'], atOnce: number): Load =>
    async () => {
      const headers = { ...caller.headers, 'content-type': 'application/json' };
      const { elapsed } = await client.sample({ requests, headers, atOnce });
      await takeBack(server, caller, orders);
      // Counts orders, so that one request for all compares with one for each.
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
