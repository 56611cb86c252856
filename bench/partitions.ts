import { OrderListQuery } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { systemClock } from '../server/src/clock.ts';
import type { Database } from '../server/src/db/database.ts';
import { changeOrders, orderTransaction } from '../server/src/orders/change-orders.ts';
import { getOrderDocument } from '../server/src/orders/get-order.ts';
import { countOrders, listOrders } from '../server/src/orders/list-orders.ts';
import { draftOrder } from '../server/src/orders/order-document.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import {
  type Ask,
  contend,
  type Contender,
  type Cost,
  costOf,
  makeTables,
  multiply,
  seed,
  sizeOf,
  spentBy,
  type Way,
  withOwner,
} from './order-schemas.ts';
import { newOrder, TEMPLATE_DAY } from './order-templates.ts';

/** Copies of each order of the seed. */
const COPIES = 10;
const ROUNDS = 5;
const CHANGED_TOGETHER = 20;

const WAYS: readonly Way[] = [
  { name: 'one table', schema: 'whole' },
  { name: 'by month of time', schema: 'by_month', column: 'created_at' },
  { name: 'by month of id', schema: 'by_id', column: 'id' },
];

interface Question {
  name: string;
  times: number;
  ask: (db: Database) => Promise<unknown>;
}

/** Actions of a merchant by the product's own functions. */
function questionsOf(merchantId: string, ids: readonly string[], middle: OrderListQuery) {
  const list = (query: object) => (db: Database) =>
    listOrders(db, merchantId, OrderListQuery.parse(query));
  const author = { merchantId, username: 'bench' };
  let turn = 0;
  const questions: Question[] = [
    { name: 'newest 100', times: 10, ask: list({}) },
    { name: 'a page of mid-year', times: 10, ask: (db) => listOrders(db, merchantId, middle) },
    { name: 'to prepare', times: 10, ask: list({ orderStatus: 'GEOCODED' }) },
    { name: 'by recipient', times: 3, ask: list({ sort: 'recipient' }) },
    { name: 'by city, delivered', times: 3, ask: list({ sort: 'city', orderStatus: 'DELIVERED' }) },
    { name: 'search: 1% of names', times: 3, ask: list({ freeSearch: 'tremblay' }) },
    { name: 'search: absent', times: 3, ask: list({ freeSearch: 'xylophone' }) },
    {
      name: 'count: delivered',
      times: 3,
      ask: (db) => countOrders(db, merchantId, { orderStatus: ['DELIVERED'] }),
    },
    {
      name: 'one order',
      times: 50,
      ask: (db) => getOrderDocument(db, merchantId, ids[(turn += 1) % ids.length] ?? ''),
    },
    {
      name: `change ${CHANGED_TOGETHER}`,
      times: 5,
      ask(db) {
        turn += CHANGED_TOGETHER;
        const start = turn % (ids.length - CHANGED_TOGETHER);
        const those = ids.slice(start, start + CHANGED_TOGETHER);
        return orderTransaction(db, (trx) =>
          changeOrders(trx, systemClock, { merchantId, ids: those }, (order, now) => ({
            order: {
              ...order,
              modified: now,
              version: order.version + 1,
              orderStatus:
                order.orderStatus === 'OUT_FOR_DELIVERY' ? 'DELIVERY_EN_ROUTE' : 'OUT_FOR_DELIVERY',
            },
          })),
        );
      },
    },
    {
      name: 'create',
      times: 20,
      ask: (db) =>
        db
          .transaction()
          .execute((trx) =>
            insertOrders(trx, [draftOrder(newOrder((turn += 1)), author, TEMPLATE_DAY)]),
          ),
    },
  ];
  return questions;
}

async function run({ seed: seeded }: Bench): Promise<void> {
  const url = await seeded(seed);
  await withOwner(url, async (ask) => {
    await multiply(ask, COPIES);
    const contenders: Contender[] = [];
    for (const way of WAYS) {
      await makeTables(way, ask);
      contenders.push(contend(way, url));
    }
    await compare(contenders, ask);
    for (const { db } of contenders) await db.destroy();
  });
}

async function compare(contenders: readonly Contender[], ask: Ask): Promise<void> {
  const [largest] = await ask<{ merchant_id: string }>(
    'select merchant_id from source.keys group by 1 order by count(*) desc limit 1',
  );
  const merchantId = largest?.merchant_id ?? '';
  const newest = await ask<{ id: string; created_at: number }>(
    `select id, created_at from source.keys where merchant_id = '${merchantId}'
     order by created_at desc limit 10000`,
  );
  const middle = newest.at(-1);
  const questions = questionsOf(
    merchantId,
    newest.slice(0, 1000).map(({ id }) => id),
    OrderListQuery.parse({ startAt: middle?.id, createdAt: middle?.created_at }),
  );
  const costs = questions.map(() => contenders.map((): Cost[] => []));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { ask: answer, times }] of questions.entries()) {
      for (const [place, one] of contenders.entries()) {
        const cost = await costOf(one, () => answer(one.db), times);
        // The first round only fills caches.
        if (round > 0) costs[index]?.[place]?.push(cost);
      }
    }
  }
  const median = (all: readonly Cost[] = [], part: keyof Cost) =>
    quantile(
      all.map((cost) => cost[part]),
      0.5,
    );
  const names = WAYS.map(({ name }) => name);
  console.log('CPU ms of PostgreSQL, and kB of its log:\n');
  console.log(
    textTable([
      ['', ...names, ...names.map(() => 'kB')],
      ...questions.map(({ name }, index) => [
        name,
        ...contenders.map((_, place) => median(costs[index]?.[place], 'cpu').toFixed(2)),
        ...contenders.map((_, place) =>
          (median(costs[index]?.[place], 'logged') / 1000).toFixed(1),
        ),
      ]),
    ]),
  );
  console.log(textTable([['', ...names], ...(await upkeep(contenders, ask))]));
}

/** Measures sizes, a vacuum of changed orders, and the deletion of the oldest month. */
async function upkeep(contenders: readonly Contender[], ask: Ask): Promise<string[][]> {
  const spent = async (work: () => Promise<unknown>) => (await spentBy(ask, work)).toFixed(0);
  const lines: Record<string, string[]> = {};
  const add = (name: string, value: string) => (lines[name] ??= [name]).push(value);
  const cutoff = `'${new Date(TEMPLATE_DAY - 335 * DAY).toISOString().slice(0, 8)}01'`;
  for (const { schema, column } of contenders) {
    add('MB of rows', (await sizeOf(ask, schema, 'r')).toFixed(0));
    add('MB of indexes', (await sizeOf(ask, schema, 'i')).toFixed(0));
    const tables = await ask<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = '${schema}.orders'::regclass order by 1`,
    );
    // Like autovacuum, vacuums only tables with dead rows.
    const vacuumed = column ? (tables.at(-2)?.name ?? '') : `${schema}.orders`;
    add('CPU ms of a vacuum', await spent(() => ask(`vacuum (index_cleanup on) ${vacuumed}`)));
    const oldest = `where created_at < ${cutoff}`;
    const [gone] = await ask<{ count: number }>(
      `select count(*) as count from ${schema}.orders ${oldest}`,
    );
    add('rows of the oldest month', String(gone?.count));
    const purge = async () => {
      if (column) return ask(`drop table ${tables[0]?.name}`);
      await ask(`delete from ${schema}.orders ${oldest}`);
      return ask(`vacuum ${schema}.orders`);
    };
    add('CPU ms to remove them', await spent(purge));
  }
  return Object.values(lines);
}

/** `npm run bench -- partitions`: measures the decision docs/decisions/0028. */
export const partitionsBenchmark: Benchmark = {
  name: 'partitions',
  summary: 'orders in one table beside orders partitioned by month',
  run,
};
