import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { addressOfRole } from './portage-role.ts';
import { PORTAGE } from './postgres-cluster.ts';
import { acquireInstanceLock } from './postgres-home.ts';
import { databaseNotReady, dataDirectoryNotReadable, hasCode } from './startup-error.ts';

export type EmbeddedDatabaseState =
  | { state: 'missing' }
  | { state: 'stopped' }
  | { state: 'running'; url: string };

/** Throws `databaseNotReady` during start and stop, and `dataDirectoryNotReadable`. */
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

/** Builds the URL from password and `postmaster.pid`; undefined while none is ready. */
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
