import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import type { Executor } from './database.ts';
import { pipelinedTransaction, writeTogether } from './pipelined-transaction.ts';

const server = useTestServer();

const found = async (url: string) => {
  const { rows } = await sql`select url from logos where url = ${url}`.execute(server.deps.db);
  return rows;
};

const insert = (db: Executor, url: string) =>
  sql`insert into logos (url, fetched_at) values (${url}, now())`.execute(db);

test('statements take effect together, and are sent when the work has ended', async () => {
  await writeTogether(server.deps.db, async (writes) => {
    await insert(writes, 'first');
    await insert(writes, 'second');
    expect(await found('first')).toEqual([]);
  });
  expect(await found('first')).toHaveLength(1);
  expect(await found('second')).toHaveLength(1);
});

test('a failed statement rolls back the others, is thrown, and leaves the connection usable', async () => {
  const failing = writeTogether(server.deps.db, async (writes) => {
    await insert(writes, 'third');
    await insert(writes, 'third');
    await insert(writes, 'fourth');
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await found('third')).toEqual([]);
  expect(await found('fourth')).toEqual([]);
});

test('the error that ended a transaction is thrown, not a later statement’s', async () => {
  const failing = pipelinedTransaction(server.deps.db, async (trx) => {
    const divide = sql`select 1 / 0`.execute(trx).finally(() => undefined);
    // Rejects sooner, because nothing follows it.
    const other = sql`select 1`.execute(trx);
    await Promise.all([divide, other]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('a transaction that continues after a failed statement throws, since it wrote nothing', async () => {
  const failing = pipelinedTransaction(server.deps.db, async (trx) => {
    await insert(trx, 'lost');
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await found('lost')).toEqual([]);
});

test('nothing is sent when the work fails', async () => {
  const failing = writeTogether(server.deps.db, async (writes) => {
    await insert(writes, 'fifth');
    throw new Error('Refused');
  });
  await expect(failing).rejects.toThrow('Refused');
  expect(await found('fifth')).toEqual([]);
});
