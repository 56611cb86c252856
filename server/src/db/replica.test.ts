import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderCount, OrderPage } from '@portage/contract/orders/orders';
import { SessionTokens } from '@portage/contract/users/sessions';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import { postgresBinaries } from '../../../postgres/src/postgres-binaries.ts';
import { POSTGRES_ENVIRONMENT } from '../../../postgres/src/postgres-cluster.ts';
import { openHome } from '../../../postgres/src/postgres-home.ts';
import { copyDataDirectory } from '../../../postgres/src/testing/data-directory.ts';
import { openLog } from '../log.ts';
import { freePort } from '../testing/free-port.ts';
import { TEST_PASSWORD } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { makeServerHome, type ServerHome } from '../testing/server-home.ts';
import { startServer } from '../testing/start-server.ts';
import { openDatabase, openPool } from './database.ts';
import { findReplicaFault } from './replica.ts';

/** Runs a statement as the superuser and returns its rows. */
type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

interface Standby {
  url: string;
  ask: Ask;
  start: () => Promise<void>;
  kill: () => Promise<void>;
}

interface Replicated {
  url: string;
  ask: Ask;
  standby: Standby;
  stop: () => Promise<void>;
}

const askAt =
  (url: string): Ask =>
  async (statement) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };

/** Starts the home's database and a streaming standby of it, a copy of its stopped files. */
async function startReplicated(home: ServerHome): Promise<Replicated> {
  const copy = path.join(path.dirname(home.directory), 'standby');
  await copyDataDirectory(home.directory, copy);
  const primary = await startEmbeddedPostgres({
    dataDirectory: home.directory,
    log: { info: () => undefined, warn: () => undefined },
  });
  const password = await fs.readFile(path.join(home.directory, 'postgres', 'password'), 'utf8');
  const ofSuperuser = new URL(primary.url);
  ofSuperuser.username = 'portage';
  ofSuperuser.password = password;
  const standby = await startStandby(copy, { primaryUrl: primary.url, ofSuperuser });
  return {
    url: primary.url,
    ask: askAt(ofSuperuser.href),
    standby,
    async stop() {
      await standby.kill();
      await primary.stop();
    },
  };
}

async function startStandby(
  dataDirectory: string,
  { primaryUrl, ofSuperuser }: { primaryUrl: string; ofSuperuser: URL },
): Promise<Standby> {
  const { directory, account } = await openHome(dataDirectory);
  const { postgres } = await postgresBinaries(account);
  const cluster = path.join(directory, 'cluster');
  await fs.writeFile(path.join(cluster, 'standby.signal'), '');
  const { hostname, port, username, password } = ofSuperuser;
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await fs.appendFile(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\n`,
  );
  const ownPort = String(await freePort());
  const at = (address: string | URL) => Object.assign(new URL(address), { port: ownPort }).href;
  const ask = askAt(at(ofSuperuser));
  const settings = [`port=${ownPort}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    // Immediate shutdown: connections break as in a crash, and no process is left.
    child.kill('SIGQUIT');
    await once(child, 'exit');
  }

  async function start(): Promise<void> {
    child = spawn(postgres, ['-D', cluster, ...settings.flatMap((one) => ['-c', one])], {
      ...account,
      cwd: cluster,
      env: POSTGRES_ENVIRONMENT,
      stdio: 'ignore',
    });
    while (!(await ask('select').catch(() => undefined))) await setTimeout(50);
  }

  await start();
  return { url: at(primaryUrl), ask, start, kill };
}

type Call = (server: number, method: 'GET' | 'POST', path: string) => Promise<Response>;

const logged: string[] = [];
const servers: { address: string; metrics: string }[] = [];
const started = new AsyncDisposableStack();
let home: ServerHome;
let database: Replicated;

/** Without background jobs, which would change orders. */
async function addServer(): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const portage = await startServer(
    {
      PORT: String(port),
      PORTAGE_METRICS_PORT: String(metricsPort),
      PORTAGE_DATA: home.directory,
      DATABASE_URL: database.url,
      PORTAGE_REPLICA_URL: database.standby.url,
      PORTAGE_FACES: 'api',
    },
    openLog('info', { write: (line) => void logged.push(line) }),
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
  await addServer();
  await addServer();
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

/** Pauses the replay once it has caught up. */
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

test('the doctor reports how far a replica is behind', async () => {
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
