import { OrderListQuery } from '@portage/contract/orders/orders';
import { countOrders, listOrders } from '../server/src/orders/list-orders.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import {
  type Ask,
  contend,
  type Contender,
  costOf,
  makeTables,
  multiply,
  seed,
  sizeOf,
  spentBy,
  type Way,
  withOwner,
} from './order-schemas.ts';

/** Number of days, and changes of an order on its two days. */
const DAYS = 17;
const CHANGES = 8;
/** Orders of a day: one in a hundred. */
const A_DAY = 120;
const ROUNDS = 5;

interface Settings extends Way {
  /** Share of dead rows that starts a vacuum. */
  scale: number;
  fillfactor: number;
}

const WAYS: readonly Settings[] = [
  { name: 'as PostgreSQL does: 20%', schema: 'vacuum_20', scale: 0.2, fillfactor: 100 },
  { name: 'vacuum at 5%', schema: 'vacuum_5', scale: 0.05, fillfactor: 100 },
  { name: 'at 5%, pages 85% full', schema: 'roomy', scale: 0.05, fillfactor: 85 },
];

/** Simulates a day: inserts orders, and changes those of two days. */
async function liveADay({ schema }: Settings, ask: Ask, day: number): Promise<void> {
  const table = `${schema}.orders`;
  const at = `(select max(created_at) from source.keys) + interval '${day} days'`;
  await ask(
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(
       'id', gen_random_uuid(), 'created_at', ${at}, 'modified_at', ${at}, 'status', 'CREATED',
       'delivered_at', null))).*
     from public.orders as one where ctid = any(array(
       select ctid from public.orders offset ${(day * A_DAY) % (40 * A_DAY)} limit ${A_DAY}))`,
  );
  for (let change = 0; change < CHANGES; change += 1) {
    await ask(
      `update ${table} set status = (array['GEOCODED', 'PICKUP_READY', 'CARRIER_PICKED_UP',
           'SHIPMENT_PROCESSING', 'RECEIVED_AT_DESTINATION', 'OUT_FOR_DELIVERY',
           'DELIVERY_EN_ROUTE', 'DELIVERED'])[${change + 1}],
         version = version + 1, modified_at = modified_at + interval '1 hour',
         document = (document::jsonb || jsonb_build_object('version', version + 1))::json,
         delivered_at = ${change === CHANGES - 1 ? 'now()' : 'null'}
       where created_at = ${at}`,
    );
  }
}

async function run({ seed: seeded }: Bench): Promise<void> {
  const url = await seeded(seed);
  await withOwner(url, async (ask) => {
    await multiply(ask, 2);
    const lives = WAYS.map((way) => ({ ...way, dead: 0, vacuums: 0, vacuumed: 0, lived: 0 }));
    for (const life of lives) {
      await makeTables(life, ask);
      await ask(
        `alter table ${life.schema}.orders set
           (fillfactor = ${life.fillfactor}, autovacuum_enabled = off)`,
      );
    }
    const before = await Promise.all(lives.map(({ schema }) => sizesOf(ask, schema)));
    for (let day = 1; day <= DAYS; day += 1) {
      for (const life of lives) {
        life.lived += await spentBy(ask, () => liveADay(life, ask, day));
        const [row] = await ask<{ orders: number }>(
          `select count(*) as orders from ${life.schema}.orders`,
        );
        life.dead += A_DAY * CHANGES;
        if (life.dead < 50 + life.scale * Number(row?.orders)) continue;
        life.vacuumed += await spentBy(ask, () => ask(`vacuum ${life.schema}.orders`));
        life.vacuums += 1;
        life.dead = 0;
      }
    }
    const after = await Promise.all(lives.map(({ schema }) => sizesOf(ask, schema)));
    const hot = await Promise.all(
      lives.map(async ({ schema }) => {
        await ask('select pg_stat_force_next_flush()');
        const [row] = await ask<{ share: number }>(
          `select n_tup_hot_upd::float8 / n_tup_upd as share from pg_stat_user_tables
           where schemaname = '${schema}' and relname = 'orders'`,
        );
        return `${((row?.share ?? NaN) * 100).toFixed(1)}%`;
      }),
    );
    const contenders = lives.map((life) => contend(life, url));
    const reads = await costOfReads(contenders, ask);
    console.log(
      textTable([
        ['', ...lives.map(({ name }) => name)],
        ['CPU s of the changes', ...lives.map(({ lived }) => (lived / 1000).toFixed(1))],
        ['vacuums', ...lives.map(({ vacuums }) => String(vacuums))],
        ['CPU s of them', ...lives.map(({ vacuumed }) => (vacuumed / 1000).toFixed(1))],
        ['MB of rows, before', ...before.map(([rows]) => rows.toFixed(0))],
        ['after', ...after.map(([rows]) => rows.toFixed(0))],
        ['MB of indexes, before', ...before.map(([, indexes]) => indexes.toFixed(0))],
        ['after', ...after.map(([, indexes]) => indexes.toFixed(0))],
        ['updates within the page (HOT)', ...hot],
        ...reads,
      ]),
    );
    for (const { db } of contenders) await db.destroy();
  });
}

async function sizesOf(ask: Ask, schema: string): Promise<[number, number]> {
  return [await sizeOf(ask, schema, 'r'), await sizeOf(ask, schema, 'i')];
}

/** Milliseconds of processor time of the most frequent reads. */
async function costOfReads(contenders: readonly Contender[], ask: Ask): Promise<string[][]> {
  const [largest] = await ask<{ merchant_id: string }>(
    'select merchant_id from source.keys group by 1 order by count(*) desc limit 1',
  );
  const merchantId = largest?.merchant_id ?? '';
  const list = (query: object) => (one: Contender) =>
    listOrders(one.db, merchantId, OrderListQuery.parse(query));
  const questions = {
    'newest 100': list({}),
    'to prepare': list({ orderStatus: 'GEOCODED' }),
    'search: 1% of names': list({ freeSearch: 'tremblay' }),
    'count: delivered': (one: Contender) =>
      countOrders(one.db, merchantId, { orderStatus: ['DELIVERED'] }),
  };
  const lines: string[][] = [];
  for (const [name, question] of Object.entries(questions)) {
    const costs = contenders.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [place, one] of contenders.entries()) {
        const { cpu } = await costOf(one, () => question(one), 10);
        if (round > 0) costs[place]?.push(cpu);
      }
    }
    lines.push([`CPU ms, ${name}`, ...costs.map((all) => quantile(all, 0.5).toFixed(2))]);
  }
  return lines;
}

/** `npm run bench -- upkeep`: measures the decision docs/decisions/0030. */
export const upkeepBenchmark: Benchmark = {
  name: 'upkeep',
  summary: 'what the changes of orders leave behind, by how often they are vacuumed',
  run,
};
