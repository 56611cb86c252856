import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isDatabaseLost } from './is-database-lost.ts';

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

test('a database that refuses connections is lost', async () => {
  const closed = 'postgresql://portage@127.0.0.1:1/portage';
  expect(isDatabaseLost(await errorOf(closed, 'select 1'))).toBe(true);
});

test('a database that ends the connection is lost', async () => {
  const ending = 'select pg_terminate_backend(pg_backend_pid())';
  expect(isDatabaseLost(await errorOf(inject('postgresUrl'), ending))).toBe(true);
});

test.each(['53100', '53300', '57P05', '58030', '25006'])(
  'a database without room, that ended the session, or can only be read, is lost: %s',
  async (code) => {
    const failing = `do $$ begin raise exception sqlstate '${code}'; end $$`;
    expect(isDatabaseLost(await errorOf(inject('postgresUrl'), failing))).toBe(true);
  },
);

test.each([
  'failure on connection marked as essential: worker-2:5432',
  'could not establish any connections to the node worker-2:5432 after 5000 ms',
  'connection to the remote node worker-2:5432 failed with the following error: timeout expired',
])('a worker of a cluster that is gone is a lost database: %s', async (message) => {
  const failing = `do $$ begin raise exception sqlstate 'XX000' using message = '${message}'; end $$`;
  expect(isDatabaseLost(await errorOf(inject('postgresUrl'), failing))).toBe(true);
});

test('another internal error is no lost database', async () => {
  const failing = "do $$ begin raise exception sqlstate 'XX000' using message = 'corrupt'; end $$";
  expect(isDatabaseLost(await errorOf(inject('postgresUrl'), failing))).toBe(false);
});

test('a wrong query is no lost database', async () => {
  expect(isDatabaseLost(await errorOf(inject('postgresUrl'), 'select nothing'))).toBe(false);
});
