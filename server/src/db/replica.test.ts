import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderCount, OrderPage } from '@portage/contract/orders/orders';
import { SessionTokens } from '@portage/contract/users/sessions';
import { demo } from '../../../demo/src/demo.ts';
import { readEnv } from '../env.ts';
import { openLog } from '../log.ts';
import { startPortage } from '../start-portage.ts';
import { openDatabase, openPool } from './database.ts';
import { findReplicaFault } from './replica.ts';
import { freePort } from '../testing/free-port.ts';
import { TEST_PASSWORD } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { makeServerHome, type ServerHome } from '../testing/server-home.ts';
import { type Replicated, startReplicated } from '../testing/standby.ts';

type Call = (server: number, method: 'GET' | 'POST', path: string) => Promise<Response>;

const logged: string[] = [];
const servers: { address: string; metrics: string }[] = [];
const started = new AsyncDisposableStack();
let home: ServerHome;
let database: Replicated;

/** None of them does jobs, which would change orders. */
async function startServer(): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const portage = await startPortage(
    readEnv({
      PORT: String(port),
      PORTAGE_METRICS_PORT: String(metricsPort),
      PORTAGE_HOST: '127.0.0.1',
      PORTAGE_DATA: home.directory,
      DATABASE_URL: database.url,
      PORTAGE_REPLICA_URL: database.standby.url,
      PORTAGE_DEMO: 'off',
      PORTAGE_DEV_MAIL: 'on',
      PORTAGE_FACES: 'api',
    }),
    openLog('info', { write: (line) => void logged.push(line) }),
    demo,
    () => undefined,
  );
  started.defer(() => portage.stop());
  const at = (one: number) => `http://127.0.0.1:${one}`;
  servers.push({ address: at(port), metrics: at(metricsPort) });
}

beforeAll(async () => {
  home = await makeServerHome();
  started.defer(home.remove);
  database = await startReplicated(home);
  started.defer(database.stop);
  await startServer();
  await startServer();
}, 120_000);

afterAll(() => started.disposeAsync());

const fetchFrom = (server: number, path: string, init?: RequestInit) =>
  fetch(`${servers[server]?.address}${path}`, init);

async function signIn(): Promise<Call> {
  const answer = await fetchFrom(0, '/api/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: await home.makeUser(), password: TEST_PASSWORD }),
  });
  const { token } = SessionTokens.parse(await answer.json());
  return (server, method, path) =>
    fetchFrom(server, `/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(newOrderPayload()) }),
    });
}

const readiness = () =>
  Promise.all(
    servers.map(async (_, server) => {
      const answer = await fetchFrom(server, '/readyz');
      return [answer.status, await answer.json()];
    }),
  );

const metricsOf = async (server: number) =>
  (await fetch(`${servers[server]?.metrics}/metrics`)).text();

const linesWith = (words: string) => logged.filter((line) => line.includes(words)).length;

async function create(call: Call, server: number): Promise<string> {
  const answer = await call(server, 'POST', '/orders');
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function listed(call: Call, server: number): Promise<string[]> {
  const answer = await call(server, 'GET', '/orders');
  expect(answer.status).toBe(200);
  return ((await answer.json()) as OrderPage).orders.map(({ id }) => id);
}

/** Stops the replay once it has everything. */
async function pauseReplay(): Promise<void> {
  const [row] = await database.ask('select pg_current_wal_insert_lsn() as position');
  const position = String(row?.['position']);
  await expect
    .poll(() =>
      database.standby.ask(`select pg_last_wal_replay_lsn() >= '${position}' as is_there`),
    )
    .toEqual([{ is_there: true }]);
  await database.standby.ask('select pg_wal_replay_pause()');
  await expect
    .poll(() => database.standby.ask('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
}

const resumeReplay = () => database.standby.ask('select pg_wal_replay_resume()');

/** Only the replica still has them then. */
const eraseOrders = () => database.ask('delete from orders');

test('merchants read their writes from any server, and others read from the replica', async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  const known = await create(reader, 0);
  const first = await create(writer, 0);
  await pauseReplay();

  const second = await create(writer, 0);
  for (const server of [0, 1]) {
    expect(await listed(writer, server)).toEqual([second, first]);
    const count = await writer(server, 'GET', '/orders/count');
    expect(((await count.json()) as OrderCount).count).toBe(2);
    const file = await (await writer(server, 'GET', '/orders/export')).text();
    expect(file).toContain(second);
  }
  await eraseOrders();
  for (const server of [0, 1]) {
    expect(await listed(writer, server)).toEqual([]);
    expect(await listed(reader, server)).toEqual([known]);
    expect(await metricsOf(server)).toMatch(/order_reads_total\{server="replica"\} [1-9]/);
  }

  const third = await create(writer, 1);
  await resumeReplay();
  await pauseReplay();
  await eraseOrders();
  expect(await listed(writer, 0)).toEqual([third]);

  // As a crash does: positions are not logged.
  await database.ask('truncate order_positions');
  expect(await listed(writer, 0)).toEqual([]);
  await resumeReplay();
});

test('the doctor tells how far a replica is behind', async () => {
  const db = openDatabase(openPool(database.url, openLog('silent'), 1));
  const examine = () => findReplicaFault(db, database.standby.url);
  await expect.poll(examine).toBeUndefined();
  await pauseReplay();
  await create(await signIn(), 0);
  expect(await examine()).toMatch(/^it is [1-9]\d* bytes behind, for more than 5 seconds$/);
  await resumeReplay();
  await expect.poll(examine).toBeUndefined();
  await db.destroy();
});

test('a lost replica is reported once, bypassed, and used again', async () => {
  const reader = await signIn();
  const known = await create(reader, 0);
  await pauseReplay();
  await eraseOrders();
  expect(await listed(reader, 0)).toEqual([known]);
  const fine = [200, { status: 'ok' }];
  expect(await readiness()).toEqual([fine, fine]);

  await database.standby.kill();
  const lists = await Promise.all(Array.from({ length: 8 }, (_, n) => listed(reader, n % 2)));
  expect(lists).toEqual(lists.map(() => []));
  const without = [200, { status: 'ok', replica: 'down' }];
  expect(await readiness()).toEqual([without, without]);
  expect(linesWith('the replica is not used')).toBe(2);
  expect(await metricsOf(0)).toMatch(/^portage_replica_up 0$/m);

  await database.standby.start();
  await expect.poll(readiness).toEqual([fine, fine]);
  expect(linesWith('the replica is used again')).toBe(2);
  const next = await create(reader, 1);
  await pauseReplay();
  await eraseOrders();
  expect(await listed(reader, 0)).toEqual([next]);
});
