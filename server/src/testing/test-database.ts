import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { type Executor, openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { runStatement, withDatabase } from './admin-statement.ts';
import { createClusterDatabase, dropClusterDatabase } from './cluster-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Migrated database to clone; undefined on a cluster, which cannot clone. */
    template: string | undefined;
  }
}

/** Makes a migrated database for the calling test file. */
export async function cloneTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = inject('postgresUrl');
  const template = inject('template');
  const url = withDatabase(server, name);
  if (template === undefined) {
    await createClusterDatabase(server, name);
    return { url, drop: () => dropClusterDatabase(server, name) };
  }
  await runStatement(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url,
    // Not forced: PostgreSQL waits for closing connections.
    drop: async () => void (await runStatement(server, `drop database ${name}`)),
  };
}

/** Such a database, and connections to it, until the test ends. */
export async function useClonedDatabase(connections = 2) {
  const database = await cloneTestDatabase();
  const pool = openPool(database.url, openLog('silent'), connections);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return { url: database.url, pool, db };
}

/** An empty database, and connections to it, until the test ends. */
export async function useEmptyDatabase(options = '') {
  const server = inject('postgresUrl');
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await runStatement(server, `create database ${name} ${options}`);
  const url = withDatabase(server, name);
  const db = openDatabase(openPool(url, openLog('silent'), 4));
  onTestFinished(async () => {
    await db.destroy();
    await runStatement(server, `drop database ${name}`);
  });
  return { url, db };
}

/** A database that cannot be reached. */
export function useUnreachableDatabase() {
  const db = openDatabase(openPool('postgres://localhost:1/nowhere', openLog('silent'), 1));
  onTestFinished(() => db.destroy());
  return db;
}

/** Counts sessions that wait for a lock; `words` must occur in their statements. */
export async function countWaiting(db: Executor, words = ''): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${words}%`}`.execute(db);
  return rows.length;
}
