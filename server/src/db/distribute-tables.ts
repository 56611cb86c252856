import { sql } from 'kysely';
import { type Database, type Executor, withoutTimeLimit } from './database.ts';

/** Copied to every worker. */
const REFERENCE_TABLES = ['merchants'];

/** Others are placed beside it: a merchant's rows are on one worker. */
const FIRST_TABLE = 'orders';

/** Their primary key begins with `merchant_id`. Others stay on the coordinator. */
export async function listMerchantOwnedTables(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_index
    join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisprimary and attname = 'merchant_id' and relnamespace = 'public'::regnamespace
    order by relname <> ${FIRST_TABLE}, relname`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !REFERENCE_TABLES.includes(name));
}

export async function isCluster(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from pg_proc where proname = 'create_distributed_table' limit 1`.execute(db);
  return rows.length > 0;
}

export interface PlacedTable {
  name: string;
  placement: 'reference' | 'distributed';
}

/** Places new tables, with their rows; returns them. Repeatable after migrations. */
export function distributeTables(db: Database): Promise<PlacedTable[]> {
  return withoutTimeLimit(db, placeTables);
}

async function placeTables(db: Database): Promise<PlacedTable[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from citus_tables
    where citus_table_type in ('distributed', 'reference')`.execute(db);
  const isMissing = (name: string) => !rows.some((row) => row.name === name);

  const references = REFERENCE_TABLES.filter(isMissing);
  for (const name of references) {
    await sql`select create_reference_table(${name}::regclass)`.execute(db);
  }
  const owned = (await listMerchantOwnedTables(db)).filter(isMissing);
  for (const name of owned) {
    const beside = name === FIRST_TABLE ? 'none' : FIRST_TABLE;
    await sql`
      select create_distributed_table(
        ${name}::regclass, 'merchant_id', colocate_with => ${beside}
      )`.execute(db);
  }
  return [
    ...references.map((name): PlacedTable => ({ name, placement: 'reference' })),
    ...owned.map((name): PlacedTable => ({ name, placement: 'distributed' })),
  ];
}
