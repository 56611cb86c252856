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
 * Once per test run: a data directory that tests of the product copy, and a PostgreSQL (the
 * settings' or one on a copy) with a migrated template database.
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

/** Starts a PostgreSQL without durability; stopping removes it. */
function startThrowaway(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDirectory,
    log: openLog('silent'),
    durable: false,
    mayCreateDatabases: true,
  });
}

/** Makes a data directory with the schema, as a first start does. */
async function makeDataDirectory(directory: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: openLog('silent'),
  });
  await migrateAll(postgres.url);
  await postgres.stop();
}
