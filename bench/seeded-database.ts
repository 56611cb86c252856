import { sql } from 'kysely';
import {
  openDatabase,
  openPool,
  withoutTimeLimit,
  type Database,
} from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { migrateJobs } from '../server/src/jobs/worker.ts';
import type { openLog } from '../server/src/log.ts';

type Log = ReturnType<typeof openLog>;

/** Data of a benchmark: its name and a function that fills an empty, migrated database. */
export interface Seed {
  name: string;
  fill: (db: Database) => Promise<void>;
}

/**
 * Returns the address of a database with the seed's data. Fills it under another name and renames
 * it when complete, so that later runs can use it.
 */
export async function seededDatabase(
  postgresUrl: string,
  { name, fill }: Seed,
  log: Log,
): Promise<string> {
  const admin = openPool(postgresUrl, log, 1);
  try {
    const unfinished = `${name}_unfinished`;
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${unfinished}`);
      await admin.query(`create database ${unfinished}`);
      const began = performance.now();
      await fillDatabase(databaseUrl(postgresUrl, unfinished), fill, log);
      await admin.query(`alter database ${unfinished} rename to ${name}`);
      console.log(`Seeded in ${Math.round((performance.now() - began) / 1000)} s.`);
    } else {
      await bringUpToDate(databaseUrl(postgresUrl, name), log);
    }
  } finally {
    await admin.end();
  }
  return databaseUrl(postgresUrl, name);
}

/** Returns the address of another database of the same server. */
function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Applies migrations newer than the data. */
async function bringUpToDate(url: string, log: Log): Promise<void> {
  const db = openDatabase(openPool(url, log, 2));
  try {
    await migrateJobs({ db, log }, url);
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function fillDatabase(url: string, fill: Seed['fill'], log: Log): Promise<void> {
  const pool = openPool(url, log);
  const db = openDatabase(pool);
  try {
    await migrateJobs({ db, log }, url);
    await migrate(db);
    const traits = await takeIndexAway(pool, 'orders_by_trait');
    const searchable = await takeIndexAway(pool, 'searchable_orders_by_trait');
    await fill(db);
    // Leaves the database as after some use: with statistics and hint bits, and nothing to write.
    const last = [traits, searchable, 'vacuum analyze', 'checkpoint'];
    // Indexing takes minutes on a busy machine.
    await withoutTimeLimit(db, async (connection) => {
      for (const statement of last) await sql.raw(statement).execute(connection);
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Drops an index and returns the statement that creates it. Updating the index of traits would take
 * most of the time of a million inserts.
 */
async function takeIndexAway(pool: ReturnType<typeof openPool>, name: string): Promise<string> {
  const { rows } = await pool.query<{ definition: string }>(
    'select pg_get_indexdef($1::regclass) as definition',
    [name],
  );
  const [index] = rows;
  if (!index) throw new Error(`There is no index ${name}`);
  await pool.query(`drop index ${name}`);
  return index.definition;
}
