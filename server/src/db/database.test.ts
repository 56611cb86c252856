import { sql } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { limitTransactions, runStatement } from '../testing/admin-statement.ts';
import { useClonedDatabase, cloneTestDatabase } from '../testing/test-database.ts';
import { onBehalfOf, openDatabase, openPool } from './database.ts';

/** Three are for owners, two of these for one. */
const CONNECTIONS = 5;

test('any number of queries of one owner leaves connections to others', async () => {
  const { db } = await useClonedDatabase(CONNECTIONS);
  const ended: string[] = [];
  const query = async (name: string, seconds: number) => {
    await sql`select pg_sleep(${seconds})`.execute(db);
    ended.push(name);
  };
  const slow = Array.from({ length: 8 }, () => onBehalfOf('noisy', () => query('noisy', 0.3)));
  await Promise.all([onBehalfOf('quiet', () => query('quiet', 0)), query('nobody', 0)]);
  expect(ended.toSorted()).toEqual(['nobody', 'quiet']);
  await Promise.all(slow);
  expect(ended).toHaveLength(10);
});

test('a failed connection or query frees its place', async () => {
  const { db } = await useClonedDatabase(CONNECTIONS);
  const failing = () => sql`select nothing`.execute(db);
  for (let time = 0; time < 5; time += 1) {
    await expect(onBehalfOf('one', failing)).rejects.toThrow('nothing');
  }
  await onBehalfOf('one', () => sql`select 1`.execute(db));
});

test('a connection that breaks before its first query frees its place', async () => {
  const { db, pool } = await useClonedDatabase(1);
  const breakOff = (client: pg.PoolClient) => client.connection.stream.destroy();
  pool.on('connect', breakOff);
  const query = () => sql`select 1`.execute(db);
  await expect(query()).rejects.toThrow('Connection terminated');
  await expect(onBehalfOf('one', query)).rejects.toThrow('Connection terminated');
  pool.off('connect', breakOff);
  await onBehalfOf('one', query);
});

test('a statement that takes too long is ended by the database', async () => {
  const { db } = await useClonedDatabase(CONNECTIONS);
  const { rows } = await sql`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
});

test("the settings of an operator's database change nothing", async () => {
  const database = await cloneTestDatabase();
  const { url } = database;
  const name = new URL(url).pathname.slice(1);
  for (const setting of [
    "timezone to 'America/St_Johns'",
    "datestyle to 'SQL, DMY'",
    "default_transaction_isolation to 'serializable'",
    "lock_timeout to '1s'",
    "statement_timeout to '10min'",
    "idle_session_timeout to '1s'",
  ]) {
    await runStatement(url, `alter database ${name} set ${setting}`);
  }
  await limitTransactions(url);
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const { rows } = await db.transaction().execute((trx) =>
    sql`
      select '2026-02-03T04:05:06Z'::timestamptz as at, '2026-02-03T04:05:06Z'::timestamptz::text as text,
        current_setting('transaction_isolation') as isolation,
        current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_session_timeout') as idle,
        coalesce(current_setting('transaction_timeout', true), '0') as transaction
    `.execute(trx),
  );
  expect(rows).toEqual([
    {
      at: Date.UTC(2026, 1, 3, 4, 5, 6),
      text: '2026-02-03 04:05:06+00',
      isolation: 'read committed',
      lock: '0',
      statement: '30s',
      idle: '0',
      transaction: '0',
    },
  ]);
});
