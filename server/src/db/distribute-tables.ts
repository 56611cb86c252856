import { sql } from 'kysely';
import { type Database, type Executor, withoutTimeLimit } from './database.ts';
import { OUR_NAMESPACE } from './tables.ts';

/** Milliseconds. */
const PATIENCE = 2000;

interface LostWorker {
  /** Its group in the cluster. */
  group: number;
  /** Host and port. */
  address: string;
}

/** Workers that the coordinator of a cluster does not reach; none without a cluster. */
export async function listLostWorkers(db: Database): Promise<LostWorker[]> {
  if (!(await isCluster(db))) return [];
  return db.transaction().execute(async (trx) => {
    await sql`set local citus.node_connection_timeout = ${sql.lit(PATIENCE)}`.execute(trx);
    const { rows } = await sql<LostWorker>`
      select groupid as group, nodename || ':' || nodeport as address
      from pg_dist_node
      where groupid <> 0 and noderole = 'primary' and isactive
        and not citus_check_connection_to_node(nodename, nodeport)
      order by groupid`.execute(trx);
    return rows;
  });
}

/** Stays on the coordinator: with copies on workers, a lost one would stop every edit. */
const MERCHANTS = 'merchants';

/** Others are placed beside it: a merchant's rows are on one worker. */
const FIRST_TABLE = 'orders';

/** Their key begins with `merchant_id`. Without unlogged tables, with which no shard can move. */
export async function listMerchantOwnedTables(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_index
    join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisprimary and attname = 'merchant_id' and relnamespace = ${sql.raw(OUR_NAMESPACE)}
      and relname <> ${MERCHANTS} and relpersistence = 'p'
    order by relname <> ${FIRST_TABLE}, relname`.execute(db);
  return rows.map(({ name }) => name);
}

export async function isCluster(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from pg_proc where proname = 'create_distributed_table' limit 1`.execute(db);
  return rows.length > 0;
}

/** Places new tables, with their rows; returns them. Continues an interrupted run. */
export function distributeTables(db: Database): Promise<string[]> {
  return withoutTimeLimit(db, placeTables);
}

async function placeTables(db: Database): Promise<string[]> {
  await detachMerchants(db);
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from citus_tables
    where citus_table_type = 'distributed'`.execute(db);
  const owned = await listMerchantOwnedTables(db);
  const missing = owned.filter((name) => !rows.some((row) => row.name === name));
  for (const name of missing) {
    const beside = name === FIRST_TABLE ? 'none' : FIRST_TABLE;
    await sql`
      select create_distributed_table(
        ${name}::regclass, 'merchant_id', colocate_with => ${beside}
      )`.execute(db);
  }
  return missing;
}

/** Workers have no `merchants` to refer to. Older versions copied it to them. */
async function detachMerchants(db: Database): Promise<void> {
  const { rows: keys } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and confrelid = ${MERCHANTS}::regclass
      and conparentid = 0`.execute(db);
  for (const { table, name } of keys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  }
  const { rows: copied } = await sql`
    select from citus_tables
    where table_name::text = ${MERCHANTS} and citus_table_type = 'reference'`.execute(db);
  if (copied.length > 0) await sql`select undistribute_table(${MERCHANTS}::regclass)`.execute(db);
}
