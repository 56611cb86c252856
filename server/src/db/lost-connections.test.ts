import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { databaseBehindNetwork } from '../testing/database-behind-network.ts';
import { openDatabase, openPool } from './database.ts';
import { keepConnection } from './lasting-connection.ts';
import { isDatabaseLost, waitingForEver, WatchedPool } from './lost-connections.ts';

function openPatientPool(connectionString: string): pg.Pool {
  const pool = new WatchedPool({ connectionString, max: 1 }, 300);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  return pool;
}

test('a query that the network lost fails, and the next one gets another connection', async () => {
  const { url, loseConnections } = await databaseBehindNetwork();
  const pool = openPatientPool(url);
  await pool.query('select 1');
  loseConnections();
  await expect(pool.query('select 2')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

test('only work without a time limit waits longer', async () => {
  const { url } = await databaseBehindNetwork();
  const pool = openPatientPool(url);
  await waitingForEver(() => pool.query('select pg_sleep(0.6)'));
  await expect(pool.query('select pg_sleep(0.6)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test.runIf(process.platform === 'linux')(
  'PostgreSQL gives up a client that acknowledges nothing after half a minute',
  async () => {
    const { url } = await databaseBehindNetwork();
    const db = openDatabase(openPool(url, openLog('silent'), 1));
    onTestFinished(() => db.destroy());
    // As its socket has it.
    const { rows } = await sql`show tcp_user_timeout`.execute(db);
    expect(rows).toEqual([{ tcp_user_timeout: '30000' }]);
  },
);

test('an idle connection is not ended', async () => {
  const { url } = await databaseBehindNetwork();
  const pool = openPatientPool(url);
  const client = await pool.connect();
  const pidOf = async () =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const first = await pidOf();
  await setTimeout(700);
  expect(await pidOf()).toEqual(first);
  client.release();
});

test('a long-lived connection lost silently can be stopped', async () => {
  const { url, loseConnections } = await databaseBehindNetwork();
  const answered = Promise.withResolvers<void>();
  const connection = await keepConnection(url, openLog('silent'), {
    name: 'portage-test',
    prepare: async () => undefined,
    onAlive: () => answered.resolve(),
  });
  await answered.promise;
  loseConnections();
  await connection.stop();
});

test('a long-lived connection waiting for an answer can be stopped', async () => {
  const { url, loseConnections } = await databaseBehindNetwork();
  const connection = await keepConnection(url, openLog('silent'), {
    name: 'portage-test',
    prepare: async () => loseConnections(),
  });
  const begun = performance.now();
  await connection.stop();
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test('a transaction whose server is gone loses its locks', async () => {
  const { url } = await databaseBehindNetwork();
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ limit: '90s' }]);
});

async function errorOf(url: string, statement: string): Promise<Error> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    if (error instanceof Error) return error;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('The statement did not fail');
}

const raising = (code: string, message = '') =>
  `do $$ begin raise exception sqlstate '${code}' using message = '${message}'; end $$`;

test.each([
  ['that ends the connection', 'select pg_terminate_backend(pg_backend_pid())'],
  ...['53100', '53300', '57P05', '58030', '25006'].map((code) => [
    `without room, that ended the session or can only be read: ${code}`,
    raising(code),
  ]),
  ...[
    'failure on connection marked as essential: worker-2:5432',
    'could not establish any connections to the node worker-2:5432 after 5000 ms',
    'connection to the remote node worker-2:5432 failed with the following error: timeout expired',
  ].map((message) => [`whose worker is gone: ${message}`, raising('XX000', message)]),
] as [string, string][])('a database is lost %s', async (_what, statement) => {
  expect(isDatabaseLost(await errorOf(inject('postgresUrl'), statement))).toBe(true);
});

test('a database that refuses connections is lost', async () => {
  const closed = 'postgresql://portage@127.0.0.1:1/portage';
  expect(isDatabaseLost(await errorOf(closed, 'select 1'))).toBe(true);
});

test.each([raising('XX000', 'corrupt'), 'select nothing'])(
  'a database is not lost by any other error: %s',
  async (statement) => {
    expect(isDatabaseLost(await errorOf(inject('postgresUrl'), statement))).toBe(false);
  },
);
