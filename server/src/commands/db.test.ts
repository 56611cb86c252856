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

test('every table that belongs to merchants is placed beside orders, once', async () => {
  await makeCluster();
  const owned = await listMerchantOwnedTables(db());
  const lines = [
    'merchants: a copy on every worker',
    ...owned.map((table) => `${table}: distributed by merchant_id`),
  ];
  expect(await distribute()).toMatchObject({ code: 0, output: `${lines.join('\n')}\n` });

  const { rows } = await sql<{ table: string; beside: string }>`
    select table_name as table, beside from citus_tables
    where citus_table_type = 'distributed'`.execute(db());
  expect(rows).toEqual(
    owned.map((table) => ({ table, beside: table === 'orders' ? 'none' : 'orders' })),
  );
  expect(await distribute()).toMatchObject({ code: 0, output: 'Every table is placed already.\n' });
});

/** Puts what the command calls of Citus into the database: it keeps what it was told. */
async function makeCluster(): Promise<void> {
  await sql`
    create table citus_tables (table_name text, citus_table_type text, beside text)`.execute(db());
  await sql`
    create function create_reference_table(name regclass) returns void language sql
    as $$ insert into citus_tables values (name::text, 'reference', null) $$`.execute(db());
  await sql`
    create function create_distributed_table(
      name regclass, distribution_column text, colocate_with text
    ) returns void language sql
    as $$
      insert into citus_tables
      select name::text, 'distributed', colocate_with where distribution_column = 'merchant_id'
    $$`.execute(db());
}
