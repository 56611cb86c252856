import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase, openPool } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/worker.ts';
import { openLog } from '../log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of the test run, with the database `TEMPLATE` migrated and ready to be cloned. */
    postgresUrl: string;
  }
}

/** The database that every test file clones. */
export const TEMPLATE = 'portage_template';

/** The same server's address with another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Once a test run: a PostgreSQL of its own, without durability, and the migrated template in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portage-test-'));
  const log = openLog('silent');
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log, durable: false });

  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();

  const templateUrl = withDatabase(postgres.url, TEMPLATE);
  const db = openDatabase(openPool(templateUrl, log));
  await migrateJobs(templateUrl, log);
  await migrate(db);
  await db.destroy();

  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
