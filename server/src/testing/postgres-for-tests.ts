import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { readTestDatabaseUrl } from '../env.ts';
import { openLog } from '../log.ts';
import { runStatement, withDatabase } from './admin-statement.ts';
import { listNodes, migrateAll } from './cluster-database.ts';

/** Once a test run: the PostgreSQL of the settings, or one of its own, and the migrated template in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = readTestDatabaseUrl();
  const { url, stop } =
    given === undefined ? await startPostgres() : { url: given, stop: async () => undefined };
  project.provide('postgresUrl', url);

  if (given !== undefined && (await listNodes(given)).length > 0) {
    project.provide('template', undefined);
    return stop;
  }
  const template = `portage_template_${randomBytes(4).toString('hex')}`;
  await runStatement(url, `create database ${template}`);
  await migrateAll(withDatabase(url, template));
  project.provide('template', template);
  return async () => {
    if (given !== undefined) await runStatement(url, `drop database ${template}`);
    await stop();
  };
}

/** Starts a PostgreSQL without durability, which is removed when it is stopped. */
async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portage-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: openLog('silent'),
    durable: false,
    mayCreateDatabases: true,
  });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
