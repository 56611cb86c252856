import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { runStatement, withDatabase } from '../testing/admin-statement.ts';
import { merchantProfile } from '../testing/make-merchant.ts';
import { fingerprintsOf } from '../testing/schema-fingerprints.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { openDatabase, openPool } from './database.ts';
import { isSchemaUpToDate, migrate } from './migrate.ts';
import * as schema from './migrations/0095-schema.ts';

/** Opens a database for the length of a test, and drops it afterwards. */
function useDatabase({ url, drop }: { url: string; drop: () => Promise<unknown> }) {
  const db = openDatabase(openPool(url, openLog('silent'), 4));
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  return db;
}

test('the folded schema is the one that the migrations before it made', async () => {
  const server = inject('postgresUrl');
  const name = `folded_${randomBytes(4).toString('hex')}`;
  await runStatement(server, `create database ${name}`);
  const db = useDatabase({
    url: withDatabase(server, name),
    drop: () => runStatement(server, `drop database ${name}`),
  });
  const getMigrations = async () => ({ '0095-schema': schema });
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  expect(error).toBeUndefined();
  // Recorded from migrations 0001 to 0095, on PostgreSQL 15 and 18.
  await expect(`${JSON.stringify(await fingerprintsOf(db), null, 2)}\n`).toMatchFileSnapshot(
    'migrations/0095-schema.json',
  );
});

test('a database from before the fold keeps its rows, with several servers starting at once', async () => {
  const db = useDatabase(await cloneTestDatabase());
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  await sql`
    update kysely_migration set name = '0095-import-choices' where name = '0095-schema'`.execute(
    db,
  );
  await sql`
    insert into kysely_migration values ('0001-merchants-and-users', '2026-01-01T00:00:00.000Z')
  `.execute(db);
  expect(await isSchemaUpToDate(db)).toBe(false);

  await Promise.all([migrate(db), migrate(db)]);
  expect(await isSchemaUpToDate(db)).toBe(true);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <= '0095-schema'`.execute(db);
  expect(rows).toEqual([{ name: '0095-schema' }]);
  const kept = await db.selectFrom('merchants').select('merchant_id').execute();
  expect(kept).toEqual([{ merchant_id: merchant.id }]);
});
