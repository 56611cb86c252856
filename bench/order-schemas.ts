import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import {
  type Database,
  openDatabase,
  openPool,
  withoutTimeLimit,
} from '../server/src/db/database.ts';
import { openLog } from '../server/src/log.ts';
import { ordersSeed } from './orders-seed.ts';

export const seed = ordersSeed('orders_6k_of_30', [2000, ...Array.from({ length: 29 }, () => 138)]);

/** Runs a statement as the database's owner, without a time limit. */
export type Ask = <Row>(statement: string) => Promise<Row[]>;

const TABLES = ['orders', 'searchable_orders'] as const;

/** A version 7 id of that time, or the smallest one. */
const idAt = (time: string, rest: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || ${rest})::uuid`;
const ANY_REST = `'7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15)`;
const LEAST_REST = `repeat('0', 20)`;

export interface Way {
  name: string;
  schema: string;
  /** Undefined for one table. */
  column?: 'created_at' | 'id';
}

/** Multiplies the seed's orders, each copy some seconds later. */
export async function multiply(run: Ask, copies: number): Promise<void> {
  await run('drop schema if exists source cascade');
  await run('create schema source');
  await run(`create unlogged table source.keys as
    select merchant_id, id as old_id, created_at + copy * interval '7 s' as created_at,
      ${idAt("created_at + copy * interval '7 s'", ANY_REST)} as id
    from public.orders cross join generate_series(0, ${copies - 1}) as copy`);
  await run('create index on source.keys (merchant_id, old_id)');
  await run('analyze source.keys');
}

/** Creates a schema's tables beside the product's, with the same indexes. */
export async function makeTables({ schema, column }: Way, run: Ask): Promise<void> {
  await run(`drop schema if exists ${schema} cascade`);
  await run(`create schema ${schema}`);
  for (const table of TABLES) {
    const parts = column ? ` partition by range (${column})` : '';
    await run(
      `create table ${schema}.${table} (like public.${table} including defaults
        including storage including compression)${parts}`,
    );
    if (column) {
      const bound = (month: string) =>
        column === 'id' ? idAt(month, LEAST_REST) : `${month}::timestamptz`;
      const months = await run<{ name: string; low: string; high: string }>(
        `select to_char(month, 'YYYY_MM') as name, (${bound('month')})::text as low,
           (${bound("(month + interval '1 month')")})::text as high
         from (select generate_series(date_trunc('month', min(created_at)),
           max(created_at) + interval '1 month', interval '1 month') as month
           from source.keys) as months`,
      );
      for (const { name, low, high } of months) {
        await run(
          `create table ${schema}.${table}_${name} partition of ${schema}.${table}
           for values from ('${low}') to ('${high}')`,
        );
      }
    }
    const columns = (
      await run<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped`,
      )
    ).map(({ name }) => name);
    const values = columns.map((name) =>
      name === 'id' || name === 'created_at' ? `keys.${name}` : `old.${name}`,
    );
    await run(
      `insert into ${schema}.${table} (${columns.join(', ')}) select ${values.join(', ')}
       from source.keys join public.${table} old
         on old.merchant_id = keys.merchant_id and old.id = keys.old_id
       order by keys.created_at`,
    );
    const indexes = await run<{ definition: string; isKey: boolean }>(
      `select pg_get_indexdef(indexrelid) as definition, indisprimary as "isKey"
       from pg_index where indrelid = 'public.${table}'::regclass`,
    );
    const key = column === 'created_at' ? 'merchant_id, id, created_at' : 'merchant_id, id';
    for (const { definition, isKey } of indexes) {
      await run(
        isKey
          ? `alter table ${schema}.${table} add primary key (${key})`
          : definition.replace(` ON public.${table} `, ` ON ${schema}.${table} `),
      );
    }
    await run(`vacuum analyze ${schema}.${table}`);
  }
}

/** A schema with one connection, whose processor time can be read. */
export interface Contender extends Way {
  db: Database;
}

/** Milliseconds of processor time. */
async function processorTime(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Position of the write-ahead log, and the connection's process, which a pool may replace. */
async function standOf(db: Database): Promise<{ logged: number; pid: number }> {
  const { rows } = await sql<{ logged: number; pid: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::bigint as logged, pg_backend_pid() as pid`.execute(
    db,
  );
  return rows[0] ?? { logged: NaN, pid: 0 };
}

export interface Cost {
  cpu: number;
  logged: number;
}

/** Cost of one repetition. */
export async function costOf({ db }: Contender, work: () => Promise<unknown>, times: number) {
  const before = await standOf(db);
  const cpu = await processorTime(before.pid);
  for (let time = 0; time < times; time += 1) await work();
  const after = await processorTime(before.pid);
  const { logged } = await standOf(db);
  return { cpu: (after - cpu) / times, logged: (logged - before.logged) / times };
}

/** Connects so that the product's names lead to the schema's tables. */
export function contend(way: Way, url: string): Contender {
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${way.schema},public`);
  const db = openDatabase(openPool(own.href, openLog('error'), 1));
  return { ...way, db };
}

/** Runs work with its own connection. */
export async function withOwner(url: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const db = openDatabase(openPool(url, openLog('error'), 1));
  try {
    await withoutTimeLimit(db, (owner) =>
      work(async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(owner)).rows),
    );
  } finally {
    await db.destroy();
  }
}

/** Megabytes of tables or indexes. */
export async function sizeOf(ask: Ask, schema: string, kind: 'r' | 'i'): Promise<number> {
  const [row] = await ask<{ size: number }>(
    `select sum(pg_relation_size(oid))::bigint as size from pg_class
     where relnamespace = '${schema}'::regnamespace and relkind = '${kind}'`,
  );
  return (row?.size ?? NaN) / 1e6;
}

/** Milliseconds of processor time of the owner's connection. */
export async function spentBy(ask: Ask, work: () => Promise<unknown>): Promise<number> {
  const [self] = await ask<{ pid: number }>('select pg_backend_pid() as pid');
  const before = await processorTime(self?.pid ?? 0);
  await work();
  return (await processorTime(self?.pid ?? 0)) - before;
}
