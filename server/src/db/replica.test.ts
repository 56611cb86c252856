import { expect, onTestFinished, test } from 'vitest';
import type { OrderCount, OrderPage } from '@portage/contract/orders/orders';
import { SessionTokens } from '@portage/contract/users/sessions';
import { TEST_PASSWORD } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { makeServerHome } from '../testing/server-home.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { type Replicated, startReplicated } from '../testing/standby.ts';

type Call = (server: number, method: 'GET' | 'POST', path: string) => Promise<Response>;

/** Two servers on a database with a standby; none of them does jobs, which would change orders. */
async function startServers() {
  const home = await makeServerHome();
  onTestFinished(home.remove);
  const database = await startReplicated(home);
  const logs: string[] = [];
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const server = await startServerProcess({
        PORTAGE_DATA: home.directory,
        DATABASE_URL: database.url,
        PORTAGE_REPLICA_URL: database.standby.url,
        PORTAGE_FACES: 'api',
        PORTAGE_LOG_LEVEL: 'info',
      });
      server.process.stdout?.on('data', (words: Buffer) => logs.push(String(words)));
      await server.listening;
      return server.address;
    }),
  );

  async function signIn(): Promise<Call> {
    const body = { username: await home.makeUser(), password: TEST_PASSWORD };
    const answer = await fetch(`${servers[0]}/api/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { token } = SessionTokens.parse(await answer.json());
    return (server, method, path) =>
      fetch(`${servers[server]}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(newOrderPayload()) }),
      });
  }

  const readiness = () =>
    Promise.all(
      servers.map(async (address) => {
        const answer = await fetch(`${address}/readyz`);
        return { status: answer.status, ...((await answer.json()) as object) };
      }),
    );
  const linesWith = (words: string) => logs.join('').split(words).length - 1;
  return { ...database, signIn, readiness, linesWith };
}

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
async function pauseReplay({ ask, standby }: Replicated): Promise<void> {
  const [row] = await ask('select pg_current_wal_insert_lsn() as position');
  const position = String(row?.['position']);
  await expect
    .poll(() => standby.ask(`select pg_last_wal_replay_lsn() >= '${position}' as is_there`))
    .toEqual([{ is_there: true }]);
  await standby.ask('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.ask('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
}

/** Only the replica still has them then. */
const eraseOrders = ({ ask }: Replicated) => ask('delete from orders');

test('merchants see what they wrote at every server, and others read from the replica', async () => {
  const database = await startServers();
  const [writer, reader] = [await database.signIn(), await database.signIn()];
  const known = await create(reader, 0);
  const first = await create(writer, 0);
  await pauseReplay(database);

  const second = await create(writer, 0);
  for (const server of [0, 1]) {
    expect(await listed(writer, server)).toEqual([second, first]);
    const count = await writer(server, 'GET', '/orders/count');
    expect(((await count.json()) as OrderCount).count).toBe(2);
    const file = await (await writer(server, 'GET', '/orders/export')).text();
    expect(file).toContain(second);
  }
  await eraseOrders(database);
  for (const server of [0, 1]) {
    expect(await listed(writer, server)).toEqual([]);
    expect(await listed(reader, server)).toEqual([known]);
  }

  const third = await create(writer, 1);
  await database.standby.ask('select pg_wal_replay_resume()');
  await pauseReplay(database);
  await eraseOrders(database);
  expect(await listed(writer, 0)).toEqual([third]);

  // As a crash does: positions are not logged.
  await database.ask('truncate order_positions');
  expect(await listed(writer, 0)).toEqual([]);
});

test('a replica that is lost is named, told of once, done without, and used again', async () => {
  const database = await startServers();
  const reader = await database.signIn();
  const known = await create(reader, 0);
  await pauseReplay(database);
  await eraseOrders(database);
  expect(await listed(reader, 0)).toEqual([known]);
  expect(await database.readiness()).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);

  await database.standby.kill();
  const lists = await Promise.all(Array.from({ length: 8 }, (_, n) => listed(reader, n % 2)));
  expect(lists).toEqual(lists.map(() => []));
  const down = { status: 'ok', replica: 'down' };
  expect(await database.readiness()).toEqual([down, down]);
  expect(database.linesWith('the replica is not used')).toBe(2);

  await database.standby.start();
  const used = { status: 'ok' };
  await expect.poll(() => database.readiness()).toEqual([used, used]);
  expect(database.linesWith('the replica is used again')).toBe(2);
  const next = await create(reader, 1);
  await pauseReplay(database);
  await eraseOrders(database);
  expect(await listed(reader, 0)).toEqual([next]);
});
