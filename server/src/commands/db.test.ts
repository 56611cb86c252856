import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMerchantOwnedTables } from '../db/distribute-tables.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { db, portage } = useCommandLine();
const distribute = () => portage('db', 'distribute');

test('a database without the Citus extension is left as it is, and the command says so', async () => {
  expect(await distribute()).toMatchObject({
    code: 75,
    output: '',
    errors: expect.stringContaining('does not have the Citus extension'),
  });
});

test('every table that belongs to merchants is placed beside orders, where a cut-off run ended', async () => {
  await makeCluster();
  const owned = await listMerchantOwnedTables(db());
  const lines = (tables: string[]) =>
    tables.map((table) => `${table}: distributed by merchant_id\n`).join('');

  await sql`insert into lost values ('order_views')`.execute(db());
  expect((await distribute()).code).not.toBe(0);
  const before = await listPlaced();
  expect(before).toEqual(owned.slice(0, owned.indexOf('order_views')));

  await sql`delete from lost`.execute(db());
  const left = owned.slice(before.length);
  expect(await distribute()).toMatchObject({ code: 0, output: lines(left) });
  expect(await listPlaced()).toEqual(owned);
  const { rows } = await sql`
    select table_name from citus_tables
    where beside <> case table_name when 'orders' then 'none' else 'orders' end
      or time_limit <> '0'`.execute(db());
  expect(rows).toEqual([]);
  expect(await distribute()).toMatchObject({ code: 0, output: 'Every table is placed already.\n' });
});

test('merchants of an older cluster leave the workers, and no table refers to them', async () => {
  await sql`insert into citus_tables values ('merchants', 'reference')`.execute(db());
  await sql`
    alter table order_views add constraint order_views_key
    foreign key (merchant_id) references merchants`.execute(db());
  expect(await distribute()).toMatchObject({ code: 0 });
  const { rows } = await sql`
    select conname from pg_constraint where confrelid = 'merchants'::regclass
    union all select table_name from citus_tables where table_name = 'merchants'`.execute(db());
  expect(rows).toEqual([]);
});

async function listPlaced(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from citus_tables order by place`.execute(db());
  return rows.map(({ name }) => name);
}

/** Adds the Citus functions that the command calls; they record their arguments. */
async function makeCluster(): Promise<void> {
  await sql`
    create table citus_tables (
      table_name text, citus_table_type text, beside text, time_limit text, place serial
    )`.execute(db());
  await sql`create table lost (name text)`.execute(db());
  // Citus accepts references to distributed tables only; we have none.
  await sql`
    create function create_distributed_table(
      name regclass, distribution_column text, colocate_with text
    ) returns void language plpgsql
    as $$ begin
      if exists (select from lost where lost.name = $1::text) then
        raise exception 'failure on connection marked as essential' using errcode = 'XX000';
      end if;
      if exists (select from pg_constraint where conrelid = $1 and contype = 'f') then
        raise exception 'referenced table must be distributed';
      end if;
      insert into citus_tables
      select name::text, 'distributed', colocate_with, current_setting('statement_timeout')
      where distribution_column = 'merchant_id';
    end $$`.execute(db());
  await sql`
    create function undistribute_table(name regclass) returns void language sql
    as $$ delete from citus_tables where table_name = name::text $$`.execute(db());
}
