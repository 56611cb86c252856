import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { DAY, HOUR, SECOND } from '@portage/contract/time';
import { createCarrierKey } from '../server/src/carrier/carrier-keys.ts';
import { systemClock } from '../server/src/clock.ts';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import { credentialsOf, ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { PacedLoad, PacedSample } from './paced-process-main.ts';
import type { RequestsTask } from './requests-process-main.ts';
import { SampleProcess } from './sample-process.ts';
import { ServerProcess } from './server-process.ts';

/** A carrier with a million orders a month, mostly on working days. */
const ORDERS_A_DAY = 1_000_000 / 22;
/** Share of a day's orders in its busiest hour. */
const PEAK = 0.15;
const CREATED = (ORDERS_A_DAY * PEAK * SECOND) / HOUR;
const READY_TOGETHER = 20;
const EVENTS_TOGETHER = 50;
const EVENTS_AN_ORDER = 6;

/** A fiftieth of the carrier's merchants. */
const MERCHANTS = 40;
const ORDERS = 250;

/** Orders that are only marked ready, each once. */
const TO_MARK = 120;

/** Default length of the mix, in seconds. */
const SECONDS = 60;
const ROUNDS = 3;
const STREAMS_OF_EACH = 10;

/** Located in the last two hours of the seed's time. */
const seed = ordersSeed('carrier', Array<number>(MERCHANTS).fill(ORDERS), 1 / 12);

const REQUESTS_MAIN = new URL('./requests-process-main.ts', import.meta.url);
const PACED_MAIN = new URL('./paced-process-main.ts', import.meta.url);

type Call = PacedLoad['calls'][number];

/** Actions of people and systems. */
interface Act {
  name: string;
  /** Calls in the busiest hour. */
  perSecond: number;
  /** Calls measured one by one. */
  measured: number;
  next: () => Call;
}

type Orders = readonly { id: string; number: string }[];

interface Owned {
  caller: Caller;
  toMark: Orders;
  orders: Orders;
}

/** Repeats the items endlessly. */
function inTurn<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    turn += 1;
    if (item === undefined) throw new RangeError('There is none');
    return item;
  };
}

function actsOf(api: string, owned: readonly Owned[], carrierKey: string): Act[] {
  const next = inTurn(owned);
  const json = { 'content-type': 'application/json' };
  const get = (path: string, { caller }: Owned): Call => {
    return { url: `${api}${path}`, method: 'GET', headers: { ...caller.headers } };
  };
  const reading = (name: string, perSecond: number, paths: readonly string[]): Act => {
    const path = inTurn(paths);
    return { name, perSecond, measured: 200, next: () => get(path(), next()) };
  };
  let created = 0;
  /** Takes further orders each time. */
  const taken = new Map<Orders, number>();
  const someOf = (orders: Orders, count: number) => {
    const from = (taken.get(orders) ?? 0) % (orders.length - count);
    taken.set(orders, from + count);
    return orders.slice(from, from + count);
  };
  const oneOf = ({ orders }: Owned) => someOf(orders, 1)[0] ?? { id: '', number: '' };
  let reports = 0;

  return [
    {
      name: 'create an order',
      perSecond: CREATED,
      measured: 200,
      next() {
        const { caller } = next();
        created += 1;
        return {
          url: `${api}/orders`,
          method: 'POST',
          headers: { ...caller.headers, ...json, 'idempotency-key': `${Date.now()}-${created}` },
          body: JSON.stringify(newOrderPayload({ refNumber: `C-${created}` })),
        };
      },
    },
    {
      name: 'print a label',
      perSecond: CREATED,
      measured: 150,
      next() {
        const of = next();
        return get(`/labels/${oneOf(of).id}`, of);
      },
    },
    {
      name: `mark ${READY_TOGETHER} ready`,
      perSecond: CREATED / READY_TOGETHER,
      measured: 40,
      next() {
        const of = next();
        const ids = someOf(of.toMark, READY_TOGETHER).map(({ id }) => id);
        return {
          url: `${api}/orders/batch/pickupready`,
          method: 'POST',
          headers: { ...of.caller.headers, ...json },
          body: JSON.stringify({ ids }),
        };
      },
    },
    {
      name: `report ${EVENTS_TOGETHER} events`,
      // Spread over a longer day than orders.
      perSecond: (ORDERS_A_DAY * EVENTS_AN_ORDER * 0.12 * SECOND) / HOUR / EVENTS_TOGETHER,
      measured: 40,
      next() {
        reports += 1;
        const at = systemClock.now() - DAY + reports * SECOND;
        const status = reports % 2 === 0 ? 'OUT_FOR_DELIVERY' : 'DELIVERY_FAILED';
        const those = Array.from({ length: 5 }, () =>
          someOf(next().orders, EVENTS_TOGETHER / 5),
        ).flat();
        const events = those.map(({ number }) => ({
          id: `${number}/${at}`,
          trackingNumber: number,
          at,
          type: 'STATUS',
          status,
          city: 'Mississauga',
        }));
        return {
          url: `${api}/carrier/events`,
          method: 'POST',
          headers: { ...json, authorization: `Bearer ${carrierKey}` },
          body: JSON.stringify({ events }),
        };
      },
    },
    reading('list 100 orders', 12, ['/orders', '/orders?orderStatus=GEOCODED']),
    {
      name: 'read 5 changed orders',
      perSecond: 8,
      measured: 200,
      next() {
        const of = next();
        const ids = someOf(of.orders, 5).map(({ id }) => id);
        return get(`/orders?ids=${ids.join(',')}`, of);
      },
    },
    reading('count the work', 4, ['/dashboard/work', '/orders/count?orderStatus=GEOCODED']),
    {
      name: 'open an order',
      perSecond: 4,
      measured: 200,
      next() {
        const of = next();
        return get(`/orders/${oneOf(of).id}`, of);
      },
    },
    reading('search', 2, [
      '/orders?freeSearch=tremblay',
      '/orders?freeSearch=toronto',
      '/orders?freeSearch=kowalczyk',
    ]),
    {
      name: 'track a delivery',
      perSecond: 4,
      measured: 200,
      next: () => ({
        url: `${api.replace(/\/api$/, '/track')}/${oneOf(next()).number}`,
        method: 'GET',
        headers: {},
      }),
    },
    {
      ...reading('export 250 orders', 0.02, ['/orders/export']),
      measured: 10,
    },
    {
      name: 'sign in',
      perSecond: 0.11,
      measured: 10,
      next: () => {
        const ordinal = created % MERCHANTS;
        created += 1;
        return {
          url: `${api}/auth/token`,
          method: 'POST',
          headers: json,
          body: JSON.stringify(credentialsOf(ordinal)),
        };
      },
    },
  ];
}

/** Milliseconds of processor time of all PostgreSQL processes, including ended ones. */
async function postgresTime(postmaster: number): Promise<number> {
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, own, ended] = [fields[1], fields.slice(11, 13), fields.slice(13, 15)];
    const isPostmaster = Number(pid) === postmaster;
    if (!isPostmaster && Number(parent) !== postmaster) continue;
    const counted = isPostmaster ? [...own, ...ended] : own;
    ticks += counted.reduce((sum, value) => sum + Number(value), 0);
  }
  // USER_HZ is 100 on Linux.
  return ticks * 10;
}

interface Spent {
  server: number;
  postgres: number;
  /** Bytes of PostgreSQL's write-ahead log. */
  logged: number;
}

const PARTS = ['server', 'postgres', 'logged'] as const;

/** Adds up several costs, each times its count. */
const sumOf = (all: readonly (readonly [Spent, number])[]): Spent => {
  const sum = (part: keyof Spent) => all.reduce((total, [one, n]) => total + one[part] * n, 0);
  return { server: sum('server'), postgres: sum('postgres'), logged: sum('logged') };
};

function meter({ pool }: BenchServer, postmaster: number) {
  const read = async (): Promise<Spent> => {
    const { user, system } = process.cpuUsage();
    const { rows } = await pool.query<{ at: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`,
    );
    return {
      server: (user + system) / 1000,
      postgres: await postgresTime(postmaster),
      logged: rows[0]?.at ?? NaN,
    };
  };
  /** Waits until no job is due. */
  async function jobsDone(): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ due: number }>(
        'select count(*) as due from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
      );
      if (rows[0]?.due === 0) return;
      await setTimeout(50);
    }
  }
  return async (work: () => Promise<unknown>): Promise<Spent> => {
    const before = await read();
    await work();
    await jobsDone();
    return sumOf([
      [await read(), 1],
      [before, -1],
    ]);
  };
}

async function ordersOf({ pool }: BenchServer, caller: Caller): Promise<Owned> {
  const { rows } = await pool.query<{ id: string; number: string }>(
    `select id, tracking_number as number from orders where merchant_id = $1 order by created_at`,
    [caller.merchantId],
  );
  return { caller, toMark: rows.slice(0, TO_MARK), orders: rows.slice(TO_MARK) };
}

/** Mixes the calls as evenly as their rates allow. */
function mixOf(acts: readonly Act[], seconds: number): Call[] {
  const due = acts.flatMap(({ perSecond, next }) => {
    const count = Math.round(perSecond * seconds);
    return Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, next }));
  });
  return due.sort((one, other) => one.at - other.at).map(({ next }) => next());
}

const perCall = (spent: Spent, idle: Spent, elapsed: number, calls: number): Spent =>
  sumOf([
    [spent, 1 / calls],
    [idle, -elapsed / calls],
  ]);

async function run({ serve, seed: seeded, seconds = SECONDS }: Bench): Promise<void> {
  await measureStreams(await seeded(seed));
  await using server = await serve(seed);
  using requests = new SampleProcess<RequestsTask>(REQUESTS_MAIN);
  using paced = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  await using _worker = await server.startWork();
  const { rows } = await server.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  const postmaster = Number(backend.slice(backend.lastIndexOf(')') + 2).split(' ')[1]);
  const spentOn = meter(server, postmaster);
  const { key } = await createCarrierKey({ db: server.db, clock: systemClock }, 'benchmark');
  const owned: Owned[] = [];
  for (let ordinal = 0; ordinal < MERCHANTS; ordinal += 1) {
    owned.push(await ordersOf(server, await signIn(server.api, ordinal)));
  }
  const acts = actsOf(server.api, owned, key);
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    const spent = await spentOn(work);
    return { spent, elapsed: (performance.now() - began) / SECOND };
  };

  const silence = await timed(() => setTimeout(10 * SECOND));
  /** Cost of one second. */
  const idle = sumOf([[silence.spent, 1 / silence.elapsed]]);
  const costs = acts.map((): Spent[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { measured, next }] of acts.entries()) {
      const calls = Array.from({ length: measured }, next);
      const task = { requests: calls, headers: {}, atOnce: 2 };
      const { spent, elapsed } = await timed(() => requests.sample(task));
      // The first round only compiles code and fills caches.
      if (round > 0) costs[index]?.push(perCall(spent, idle, elapsed, measured));
    }
  }
  const unitCosts = costs.map((all): Spent => {
    const median = (part: keyof Spent) =>
      quantile(
        all.map((one) => one[part]),
        0.5,
      );
    return { server: median('server'), postgres: median('postgres'), logged: median('logged') };
  });

  const calls = mixOf(acts, seconds);
  const sizeBefore = await sizeOfOrders(server);
  let sample: PacedSample | undefined;
  const load = { calls, pace: { perSecond: calls.length / seconds }, seconds, patience: 60_000 };
  const mix = await timed(async () => (sample = await paced.sample(load)));
  const measured = sumOf([
    [mix.spent, 1 / mix.elapsed],
    [idle, -1],
  ]);
  const predicted = sumOf(
    acts.map(({ perSecond }, index) => [
      unitCosts[index] ?? idle,
      perSecond * (seconds / mix.elapsed),
    ]),
  );
  const written = (await sizeOfOrders(server)) - sizeBefore;

  const line = (name: string, rate: string, { server: own, postgres, logged }: Spent) => [
    name,
    rate,
    own.toFixed(2),
    postgres.toFixed(2),
    (logged / 1000).toFixed(1),
  ];
  console.log(
    textTable([
      ['', 'a second', 'CPU ms of the server', 'of PostgreSQL', 'kB logged'],
      ...acts.map(({ name, perSecond }, index) =>
        line(name, perSecond.toFixed(2), unitCosts[index] ?? idle),
      ),
      line('a second of rest', '', idle),
      line('a second of the mix, predicted', '', predicted),
      line('the same, measured', '', measured),
    ]),
  );
  const ratios = PARTS.map((part) => (measured[part] / predicted[part]).toFixed(2));
  console.log(
    `Measured to predicted: server ${ratios[0]}, PostgreSQL ${ratios[1]}, log ${ratios[2]}`,
  );
  const { sent = 0, answered = [], refused = [], failed = 0 } = sample ?? {};
  console.log(
    `${sent} calls in ${mix.elapsed.toFixed(0)} s: ${answered.length} answered, ${refused.length} refused, ${failed} failed; p95 ${quantile(answered, 0.95).toFixed(0)} ms`,
  );
  const created = Math.round(CREATED * seconds);
  console.log(`Files grew by ${(written / created / 1000).toFixed(1)} kB an order created.`);
  await printSizes(server);
}

async function sizeOfOrders({ pool }: BenchServer): Promise<number> {
  const { rows } = await pool.query<{ size: number }>(
    `select sum(pg_total_relation_size(oid))::bigint as size from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return rows[0]?.size ?? NaN;
}

async function printSizes({ pool }: BenchServer): Promise<void> {
  await pool.query('analyze');
  const { rows } = await pool.query<{ name: string; rows: number; own: number; all: number }>(
    `select relname as name, n_live_tup as rows, pg_table_size(relid) as own,
       pg_total_relation_size(relid) as all
     from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 1000
     order by 4 desc`,
  );
  console.log(
    textTable([
      ['', 'rows', 'bytes a row', 'with indexes'],
      ...rows.map(({ name, rows: count, own, all }) => [
        name,
        String(count),
        (own / count).toFixed(0),
        (all / count).toFixed(0),
      ]),
    ]),
  );
}

/** Measures the memory of open live lists in a separate process. */
async function measureStreams(url: string): Promise<void> {
  await using server = await ServerProcess.start(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  const before = await server.memory();
  const open: http.ClientRequest[] = [];
  for (let ordinal = 0; ordinal < MERCHANTS; ordinal += 1) {
    const { headers } = await signIn(server.api, ordinal);
    for (let nth = 0; nth < STREAMS_OF_EACH; nth += 1) {
      const call = http.get(`${server.api}/orders/changes`, { headers, agent });
      const [answer] = (await once(call, 'response')) as [http.IncomingMessage];
      answer.resume();
      open.push(call);
    }
  }
  await setTimeout(SECOND);
  const after = await server.memory();
  const each = (part: 'memory' | 'usedMemory') =>
    ((after[part] - before[part]) / open.length / 1000).toFixed(0);
  console.log(
    `${open.length} live lists: ${each('usedMemory')} kB used by each, ${each('memory')} kB of the process; the process has ${(before.memory / 1e6).toFixed(0)} MB without them\n`,
  );
  for (const call of open) call.destroy();
  agent.destroy();
}

/** `npm run bench -- carrier`: compares the model of docs/scaling.md with its busiest hour. */
export const carrierBenchmark: Benchmark = {
  name: 'carrier',
  summary: 'what each act costs, and whether an hour of them costs the sum',
  run,
};
