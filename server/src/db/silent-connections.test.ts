import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { databaseBehindNetwork } from '../testing/database-behind-network.ts';
import { openDatabase, openPool } from './database.ts';
import { keepConnection } from './lasting-connection.ts';
import { waitingForEver, WatchedPool } from './silent-connections.ts';

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

test('only work without a time limit waits longer for an answer', async () => {
  const { url } = await databaseBehindNetwork();
  const pool = openPatientPool(url);
  await waitingForEver(() => pool.query('select pg_sleep(0.6)'));
  await expect(pool.query('select pg_sleep(0.6)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a connection that is asked for nothing is not broken', async () => {
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

test('a lasting connection that was lost without a word can be stopped', async () => {
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

test('a lasting connection that owes an answer can be stopped', async () => {
  const { url, loseConnections } = await databaseBehindNetwork();
  const connection = await keepConnection(url, openLog('silent'), {
    name: 'portage-test',
    prepare: async () => loseConnections(),
  });
  const begun = performance.now();
  await connection.stop();
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test('a transaction whose server is gone does not keep its locks for ever', async () => {
  const { url } = await databaseBehindNetwork();
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ limit: '90s' }]);
});
