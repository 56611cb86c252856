import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@portage/contract/orders/orders';
import { changeOrders, orderTransaction } from '../server/src/orders/change-orders.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';

const TABS = 20;
const CHANGES_PER_SECOND = 10;
const SECONDS = 4;

/** Milliseconds for which the portal gathers changes, and between readings of a page. */
const GATHERING_TIME = 500;
const PAGE_INTERVAL = 1000;

const PAGE = 100;
const seed = ordersSeed('orders_1k', [1000], 10);

/** Counts calls and their bytes on the network. */
class Reader {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #headers: http.OutgoingHttpHeaders;
  readonly #api: string;
  calls = 0;
  bytes = 0;

  constructor(api: string, { headers }: Caller) {
    this.#api = api;
    this.#headers = { ...headers, 'accept-encoding': 'gzip, br' };
  }

  async read(path: string): Promise<void> {
    this.calls += 1;
    const { agent, headers } = { agent: this.#agent, headers: this.#headers };
    const request = http.get(`${this.#api}${path}`, { agent, headers });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    for await (const piece of response) this.bytes += (piece as Buffer).length;
  }
}

/** A way to follow a list: reads after changes, and their shortest interval. */
interface Way {
  interval: number;
  /** Reads after changes of the page's orders. */
  pathAfter: (changed: readonly string[]) => string | undefined;
}

const WAYS: Readonly<Record<string, Way>> = {
  'the rows that changed': {
    interval: GATHERING_TIME,
    pathAfter: (ids) => (ids.length > 0 ? `/orders?ids=${ids.join(',')}` : undefined),
  },
  'the page again': { interval: PAGE_INTERVAL, pathAfter: () => '/orders' },
};

/** Follows the changes as an open tab does, until the signal is aborted. */
async function openTab(
  { api }: BenchServer,
  { headers }: Caller,
  { reader, way, page, until }: { reader: Reader; way: Way; page: Set<string>; until: AbortSignal },
): Promise<void> {
  const changed = new Set<string>();
  const stream = await fetch(`${api}/orders/changes`, { headers, signal: until });
  const reading = (async () => {
    while (!until.aborted) {
      await pause(way.interval);
      const ids = [...changed].filter((id) => page.has(id));
      const path = changed.size > 0 ? way.pathAfter(ids) : undefined;
      changed.clear();
      if (path !== undefined) await reader.read(path);
    }
  })();
  try {
    for await (const piece of stream.body ?? []) {
      const text = Buffer.from(piece as Uint8Array).toString();
      for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) changed.add(id);
    }
  } catch {}
  await reading;
}

/** Changes random orders. */
async function change({ db, deps }: BenchServer, merchantId: string, ids: readonly string[]) {
  const begun = performance.now();
  for (let count = 0; count < SECONDS * CHANGES_PER_SECOND; count += 1) {
    await pause(Math.max(0, begun + (count * 1000) / CHANGES_PER_SECOND - performance.now()));
    const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
    const rule = (order: Order) => ({ order: { ...order, notes: `Change ${count}` }, audit: [] });
    await orderTransaction(db, (trx) =>
      changeOrders(trx, deps.clock, { merchantId, ids: [id] }, rule),
    );
  }
  return (performance.now() - begun) / 1000;
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  const caller = await signIn(server.api, 0);
  const { merchantId } = caller;
  const orders = await server.db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const ids = orders.map(({ id }) => id);
  const rows: string[][] = [['read', 'changes among', 'calls a second', 'kB a second']];
  for (const among of [PAGE, ids.length]) {
    for (const [name, way] of Object.entries(WAYS)) {
      const reader = new Reader(server.api, caller);
      const closing = new AbortController();
      const page = new Set(ids.slice(0, PAGE));
      const tabs = Array.from({ length: TABS }, () =>
        openTab(server, caller, { reader, way, page, until: closing.signal }),
      );
      const seconds = await change(server, merchantId, ids.slice(0, among));
      closing.abort();
      const figures = [reader.calls / seconds, reader.bytes / seconds / 1000];
      await Promise.all(tabs);
      rows.push([name, `${among} orders`, ...figures.map((figure) => figure.toFixed(0))]);
    }
  }
  console.log(textTable(rows));
}

/** `npm run bench -- live` */
export const liveBenchmark: Benchmark = {
  name: 'live',
  summary: `${TABS} open lists of a merchant with ${CHANGES_PER_SECOND} changes a second`,
  run,
};
