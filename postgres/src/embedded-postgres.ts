import { rm } from 'node:fs/promises';
import path from 'node:path';
import { addressOfRole, prepareDatabase } from './portage-role.ts';
import { postgresBinaries } from './postgres-binaries.ts';
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
import {
  databaseFailed,
  incompatibleData,
  secondInstance,
  type StartupError,
} from './startup-error.ts';

export interface EmbeddedPostgresOptions {
  /** The first start creates its folder `postgres`. */
  dataDirectory: string;
  log: Log;
  /** `false` for tests: faster, unsafe, removed when stopped. */
  durable?: boolean;
  /** `true` for tests and benchmarks. */
  mayCreateDatabases?: boolean;
  /** Called when it ends by itself. */
  onExit?: (error: StartupError) => void;
}

export interface EmbeddedPostgres {
  /** Connects as the owner, who is no superuser. */
  url: string;
  /** Closes open connections after 2 s. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a locked directory, after ending or repairing what a killed server left.
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

/** Ends leftover processes of the cluster first. */
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
