import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, withDatabase } from './postgres-for-tests.ts';

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A database of the calling test file's own, cloned from the migrated template. */
export async function cloneTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onPostgres(`create database ${name} template ${TEMPLATE}`);
  return {
    url: withDatabase(inject('postgresUrl'), name),
    // Not forced: PostgreSQL waits a moment for connections that are just closing.
    drop: () => onPostgres(`drop database ${name}`),
  };
}
