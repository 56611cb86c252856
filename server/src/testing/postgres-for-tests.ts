import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../postgres/src/embedded-postgres.ts';
import { PORTAGE } from '../../../postgres/src/postgres-cluster.ts';
import { copyDataDirectory } from '../../../postgres/src/testing/data-directory.ts';
import { makeReachableDirectory } from '../../../postgres/src/testing/reachable-directory.ts';
import { readTestDatabaseUrl } from '../env.ts';
import { openLog } from '../log.ts';
import { runStatement, withDatabase } from './admin-statement.ts';
import { listNodes, migrateAll } from './cluster-database.ts';

/**
 * Once a test run: a data directory, which tests that start the product copy. For all others the
 * PostgreSQL of the settings, or one on such a copy, and the migrated template in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack();
  const parent = await makeReachableDirectory();
  started.defer(() => rm(parent, { recursive: true, force: true }));
  const made = path.join(parent, 'made');
  await makeDataDirectory(made);
  project.provide('dataDirectory', made);

  const given = readTestDatabaseUrl();
  const template = `portage_template_${randomBytes(4).toString('hex')}`;
  if (given === undefined) {
    const directory = path.join(parent, 'data');
    await copyDataDirectory(made, directory);
    const { url, stop } = await startThrowaway(directory);
    started.defer(stop);
    await runStatement(url, `create database ${template} template ${PORTAGE}`);
    project.provide('postgresUrl', url);
    project.provide('template', template);
  } else {
    project.provide('postgresUrl', given);
    const isCluster = (await listNodes(given)).length > 0;
    project.provide('template', isCluster ? undefined : template);
    if (!isCluster) {
      await runStatement(given, `create database ${template}`);
      started.defer(async () => void (await runStatement(given, `drop database ${template}`)));
      await migrateAll(withDatabase(given, template));
    }
  }
  const everything = started.move();
  return () => everything.disposeAsync();
}

/** Starts a PostgreSQL without durability, which is removed when it is stopped. */
function startThrowaway(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDirectory,
    log: openLog('silent'),
    durable: false,
    mayCreateDatabases: true,
  });
}

/** Makes a data directory as a first start does, up to the schema. */
async function makeDataDirectory(directory: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: openLog('silent'),
  });
  await migrateAll(postgres.url);
  await postgres.stop();
}
