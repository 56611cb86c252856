import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createMerchant } from '../merchants/first-profile.ts';
import { merchantProfile } from '../testing/make-merchant.ts';
import { useClonedDatabase, useEmptyDatabase } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { checkSchema, listMigrations, migrate, readStatements } from './migrate.ts';

/**
 * Fingerprints of the tables and functions of a schema, by name: of columns in sequence with defaults
 * and storage, constraints, indexes, statistics and triggers.
 */
async function fingerprintsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; fingerprint: string }>`
    with parts (name, part) as (
      select relname, concat_ws(' ', 'table', relpersistence, reloptions)
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
        and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'column', lpad(column_number::text, 3, '0'), attname,
        format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attgenerated,
        pg_get_expr(adbin, adrelid))
      from (
        select *, row_number() over (partition by attrelid order by attnum) as column_number
        from pg_attribute where attnum > 0 and not attisdropped
      ) as columns
      join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'constraint', conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype <> 'n' and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, (
        select string_agg(coalesce(attstattarget, -1)::text, ',' order by attnum)
        from pg_attribute where attrelid = indexrelid))
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace
      union all
      select relname, pg_get_statisticsobjdef(pg_statistic_ext.oid)
      from pg_statistic_ext join pg_class on pg_class.oid = stxrelid
      where relnamespace = 'public'::regnamespace
      union all
      select relname, pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
      union all
      select proname || '()', pg_get_functiondef(pg_proc.oid)
      from pg_proc where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select 'extensions', extname from pg_extension where extname in ('pg_trgm', 'btree_gin')
    )
    select name, left(md5(string_agg(part, e'\n' order by part collate "C")), 12) as fingerprint
    from parts where name not like 'kysely%' group by name order by name collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/** Migrations that run while servers of the previous version work. */
async function listExpandingMigrations(): Promise<string[]> {
  const names = (await listMigrations()).filter((name) => name >= '0105');
  expect(names).not.toEqual([]);
  return names;
}

test('the folded schema equals the result of the migrations before it', async () => {
  const { db } = await useEmptyDatabase();
  await migrate(db, '0095-schema');
  // Recorded from migrations 0001 to 0095, on PostgreSQL 15 and 18.
  await expect(`${JSON.stringify(await fingerprintsOf(db), null, 2)}\n`).toMatchFileSnapshot(
    'migrations/0095-schema.json',
  );
});

test('a database whose encoding lacks characters is refused', async () => {
  const { db } = await useEmptyDatabase("encoding 'SQL_ASCII' locale 'C' template template0");
  await expect(migrate(db)).rejects.toThrow('The database has the encoding SQL_ASCII');
});

test('a search path that would part new tables from the others is refused', async () => {
  const { db } = await useEmptyDatabase();
  await migrate(db);
  await sql`create schema depot`.execute(db);
  await sql`set search_path = depot, public`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    'in the schema public, but new ones would be made in depot',
  );
});

test('a database from before the fold keeps its rows, with several servers starting at once', async () => {
  const { db } = await useClonedDatabase(4);
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  await sql`
    update kysely_migration set name = '0095-import-choices' where name = '0095-schema'`.execute(
    db,
  );
  await sql`
    insert into kysely_migration values ('0001-merchants-and-users', '2026-01-01T00:00:00.000Z')
  `.execute(db);
  expect(await checkSchema(db)).toBe('older');

  await Promise.all([migrate(db), migrate(db)]);
  expect(await checkSchema(db)).toBe('current');
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <= '0095-schema'`.execute(db);
  expect(rows).toEqual([{ name: '0095-schema' }]);
  const kept = await db.selectFrom('merchants').select('merchant_id').execute();
  expect(kept).toEqual([{ merchant_id: merchant.id }]);
});

test('a migration is committed before the next one waits for a server at work', async () => {
  const { db } = await useEmptyDatabase();
  await migrate(db, '0112-order-positions');
  let migrating: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    // Holds up 0114, but not 0113, which changes orders.
    await trx.selectFrom('merchants').select('merchant_id').execute();
    migrating = migrate(db);
    migrating.catch(() => undefined);
    const last = () =>
      sql<{ name: string }>`
      select name from kysely_migration order by name desc limit 1`.execute(trx);
    await expect
      .poll(last, { timeout: 10_000 })
      .toMatchObject({ rows: [{ name: '0113-closed-attention' }] });
  });
  await migrating;
  expect(await checkSchema(db)).toBe('current');
});

test('calls are answered while a migration waits for a long transaction', async () => {
  const { db } = await useEmptyDatabase();
  await migrate(db, '0112-order-positions');
  let migrating: Promise<void> | undefined;
  await db.transaction().execute(async (backup) => {
    await backup.selectFrom('orders').select('id').execute();
    migrating = migrate(db);
    migrating.catch(() => undefined);
    const waiting = () =>
      sql`select from pg_locks where not granted and relation = 'orders'::regclass`.execute(backup);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    await expect(db.selectFrom('orders').select('id').execute()).resolves.toEqual([]);
  });
  await migrating;
  expect(await checkSchema(db)).toBe('current');
});

test('a waiting migration does not block writes to the tables that it reads', async () => {
  const { db } = await useEmptyDatabase();
  await migrate(db, '0104-shop-order-parts');
  for (const name of await listExpandingMigrations()) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%'`.execute(db);
    const tables = sql.join(rows.map((table) => sql.table(table.name)));
    let migrating: Promise<void> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`lock table ${tables} in access share mode`.execute(trx);
      let isDone = false;
      migrating = migrate(db, name).finally(() => (isDone = true));
      migrating.catch(() => undefined);
      const waiting = () =>
        sql`select from pg_locks where not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(trx);
      await expect
        .poll(async () => isDone || (await waiting()).rows.length > 0, { timeout: 10_000 })
        .toBe(true);
      // Fails at once where the migration holds a lock that it wants to strengthen.
      await sql`lock table ${tables} in row exclusive mode`.execute(trx);
    });
    await migrating;
  }
  expect(await checkSchema(db)).toBe('current');
});

test('a migration sends one statement in a query, as a cluster demands', async () => {
  const { db, url } = await useEmptyDatabase();
  await migrate(db, '0095-schema');
  const client = new pg.Client(url);
  onTestFinished(() => client.end());
  await client.connect();
  for (const name of (await listMigrations()).slice(1)) {
    for (const statement of await readStatements(name)) {
      // A prepared statement is one, too.
      await client.query({ name: randomBytes(4).toString('hex'), text: statement });
    }
  }
});

test('migrations only expand the schema, so that the version before works on it', async () => {
  for (const name of await listExpandingMigrations()) {
    const file = path.join(import.meta.dirname, 'migrations', `${name}.sql`);
    const text = await readFile(file, 'utf8');
    expect(text, name).not.toMatch(/\b(drop (table|column)|rename|set not null)\b/i);
    // Without a key to merchants an older version does the same: none of them cascades.
    expect(text, name).not.toMatch(
      /alter table (\S+)\s[^;]*?\bdrop constraint (?!if exists \1_merchant_id_fkey)/i,
    );
    expect(text, name).not.toMatch(/alter column \S+ (set data )?type/i);
  }
});
