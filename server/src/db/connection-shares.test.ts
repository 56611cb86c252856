import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { useClonedDatabase } from '../testing/test-database.ts';
import { onBehalfOf } from './database.ts';

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
