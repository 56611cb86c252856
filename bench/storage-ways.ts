import type { BenchServer } from './bench-server.ts';

/** Ways to store a document: PostgreSQL's storage mode, and the row size from which it applies. */
export const STORAGE_WAYS = [
  {
    words: 'compressed, apart over 2 kB',
    table: 'orders_apart',
    storage: 'extended',
    target: 2032,
  },
  { words: 'compressed, in the row', table: 'orders_in_row', storage: 'main', target: 2032 },
  { words: 'as written, apart', table: 'orders_raw_apart', storage: 'external', target: 2032 },
  { words: 'as written, in the row', table: 'orders_raw_in_row', storage: 'main', target: 8160 },
] as const;

export type StorageWay = (typeof STORAGE_WAYS)[number];

const COLUMNS = 'merchant_id, id, created_at, status, tracking_number, version';

/** Copies the orders into a table that stores them in one of the ways. */
export async function copyOrders(
  { pool }: BenchServer,
  { table, storage, target }: StorageWay,
): Promise<void> {
  await pool.query(`
    drop table if exists ${table};
    create table ${table} (like orders including all) with (toast_tuple_target = ${target});
    alter table ${table} alter document set storage ${storage};`);
  // Rebuilds the text: a copy would keep the original's compression.
  await pool.query(`
    insert into ${table} (${COLUMNS}, document)
    select ${COLUMNS}, (document::text || '')::json from orders order by created_at`);
  await pool.query(`vacuum analyze ${table}`);
}

/** Bytes of the table and its TOAST table, without indexes. */
export async function tableSize({ pool }: BenchServer, { table }: StorageWay): Promise<number> {
  const sizes = await pool.query<{ size: number }>('select pg_table_size($1) as size', [table]);
  return sizes.rows[0]?.size ?? 0;
}
