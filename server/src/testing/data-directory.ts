import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { openLog } from '../log.ts';
import { migrateAll } from './cluster-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory whose database is migrated and stopped, to be copied. */
    dataDirectory: string;
  }
}

/** Makes a data directory as a first start does, up to the schema. */
export async function makeDataDirectory(directory: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: openLog('silent'),
  });
  await migrateAll(postgres.url);
  await postgres.stop();
}

/** Copies a data directory, with the owners of its files. */
export async function copyDataDirectory(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Makes a data directory on which the product has run before: a first start takes seconds. */
export async function copyMadeDataDirectory(directory: string): Promise<void> {
  await copyDataDirectory(inject('dataDirectory'), directory);
}
