import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { databaseNotReady, dataDirectoryNotReadable } from '../startup-error.ts';
import { acquireInstanceLock } from './instance-lock.ts';
import { addressOfRole } from './portage-role.ts';
import { PORTAGE } from './postgres-cluster.ts';
import { hasCode } from './system-error.ts';

/** Where the database of a data directory is, and whether somebody uses it. */
export type EmbeddedDatabaseState =
  /** No server has made one yet. */
  | { state: 'missing' }
  /** Nobody uses it. */
  | { state: 'stopped' }
  /** It runs, and can be used beside whoever started it. */
  | { state: 'running'; url: string };

/**
 * Looks at the embedded database of a data directory and changes nothing. Throws
 * `databaseNotReady` while it is being started or stopped, and `dataDirectoryNotReadable` where this
 * account may not look.
 */
export async function findEmbeddedDatabase(dataDirectory: string): Promise<EmbeddedDatabaseState> {
  try {
    const home = await realpath(path.join(dataDirectory, 'postgres'));
    await readFile(path.join(home, 'cluster', 'PG_VERSION'));
    const lock = acquireInstanceLock(home);
    lock?.release();
    if (lock) return { state: 'stopped' };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return { state: 'missing' };
    if (hasCode(error, 'EACCES')) throw dataDirectoryNotReadable(dataDirectory, error);
    throw error;
  }
  const url = await runningPostgresUrl(dataDirectory);
  if (url === undefined) throw databaseNotReady(dataDirectory);
  return { state: 'running', url };
}

/**
 * The address of the database that runs on a data directory, as its password file and the file in
 * which PostgreSQL tells of itself say; undefined while that does not say it is ready.
 */
export async function runningPostgresUrl(dataDirectory: string): Promise<string | undefined> {
  const home = path.join(dataDirectory, 'postgres');
  const process = await readFile(path.join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(
    () => '',
  );
  const [, , , port, , , , status] = process.split('\n');
  if (port === undefined || status?.trim() !== 'ready') return undefined;
  const password = (await readFile(path.join(home, 'password'), 'utf8')).trim();
  return addressOfRole(`postgresql://${PORTAGE}:${password}@127.0.0.1:${port}/${PORTAGE}`);
}
