import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { limitTransactions, runStatement } from '../testing/admin-statement.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { openDatabase, openPool } from './database.ts';

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
