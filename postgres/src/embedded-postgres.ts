import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  databaseFailed,
  incompatibleData,
  secondInstance,
  type StartupError,
} from './startup-error.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { addressOfRole, prepareDatabase } from './portage-role.ts';
import { openCluster } from './postgres-cluster.ts';
import { acquireInstanceLock, openHome, removeHome } from './postgres-home.ts';
import { stopLeftovers } from './postgres-processes.ts';
import {
  type LaunchOptions,
  launchPostgres,
  type Log,
  PostgresDidNotStart,
  type PostgresServer,
} from './postgres-server.ts';

export interface EmbeddedPostgresOptions {
  /** Contains the database in its folder `postgres`; the first start creates it. */
  dataDirectory: string;
  log: Log;
  /** `false` for tests: faster, unsafe, and removed when stopped. */
  durable?: boolean;
  /** `true` for tests and benchmarks, which create databases of their own. */
  mayCreateDatabases?: boolean;
  /** Called when the database ends by itself. */
  onExit?: (error: StartupError) => void;
}

/** A running database. */
export interface EmbeddedPostgres {
  /** Connects as the owner of the database, who is no superuser. */
  url: string;
  /** Refuses new connections, closes open ones after 2 s, and waits for the end. */
  stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed on a data directory, and locks the directory.
 *
 * Recovers from any end of the last run: shuts down a database that a killed server left running,
 * and lets a killed database repair itself. Committed data is never lost.
 *
 * Throws `dataDirectoryNotWritable`, `secondInstance`, `incompatibleData` or `databaseFailed`.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  durable = true,
  mayCreateDatabases = false,
  onExit,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await using started = new AsyncDisposableStack();
  const home = await openHome(path.resolve(dataDirectory));
  const lock = acquireInstanceLock(home.directory);
  if (!lock) throw secondInstance(dataDirectory);
  if (!durable) started.defer(() => removeHome(dataDirectory, home));
  started.defer(lock.release);

  const binaries = await postgresBinaries(home.account);
  const cluster = await openCluster(home, binaries, durable);
  const server = await launchAlone({
    cluster,
    binaries,
    account: home.account,
    durable,
    log,
    onExit: (words) => onExit?.(databaseFailed(`has stopped by itself: ${words}`)),
  });
  started.defer(server.stop);
  await prepareDatabase(server.superuserUrl, { mayCreateDatabases });

  const everything = started.move();
  return { url: addressOfRole(server.superuserUrl), stop: () => everything.disposeAsync() };
}

/** Starts PostgreSQL after ending leftover processes of the cluster. */
async function launchAlone(options: LaunchOptions): Promise<PostgresServer> {
  const { cluster, log } = options;
  for (let attempt = 1; ; attempt++) {
    if (await stopLeftovers(cluster.name)) {
      log.warn({ cluster: cluster.name }, 'Stopped a database left running by a killed server.');
    }
    // The file is stale now, even if its number is another program's.
    await rm(path.join(cluster.directory, 'postmaster.pid'), { force: true });
    try {
      return await launchPostgres(options);
    } catch (error) {
      if (!(error instanceof PostgresDidNotStart)) throw error;
      if (/incompatible with server/.test(error.words)) {
        throw incompatibleData(cluster.directory, error.words);
      }
      const mayPass = /could not create any TCP|still in use|lock file/.test(error.words);
      if (!mayPass || attempt === 5) throw databaseFailed(`does not start: ${error.words}`, error);
    }
  }
}
