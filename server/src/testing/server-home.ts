import * as fs from 'node:fs/promises';
import path from 'node:path';
import { copyMadeDataDirectory } from '../../../postgres/src/testing/data-directory.ts';
import { makeReachableDirectory } from '../../../postgres/src/testing/reachable-directory.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { insertMerchant } from './cheap-account.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export interface ServerHome {
  directory: string;
  /** Starts the product on it, on a free port. */
  start: (settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** Process id of its PostgreSQL; rejects while none runs. */
  postmasterPid: () => Promise<number>;
  makeUser: () => Promise<string>;
  withDatabase: <T>(use: (db: Database) => Promise<T>) => Promise<T>;
  remove: () => Promise<void>;
}

/** Makes a data directory: empty, or of a stopped server. */
export async function makeServerHome({ isNew = false } = {}): Promise<ServerHome> {
  const parent = await makeReachableDirectory();
  const directory = path.join(parent, 'data');
  const postgres = path.join(directory, 'postgres');
  if (!isNew) await copyMadeDataDirectory(directory);

  /** Lines of PostgreSQL's pid file: the first is its id, the fourth its port. */
  async function postmasterFile(): Promise<string[]> {
    return (await fs.readFile(path.join(postgres, 'cluster', 'postmaster.pid'), 'utf8')).split(
      '\n',
    );
  }

  async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
    const password = await fs.readFile(path.join(postgres, 'password'), 'utf8');
    const port = (await postmasterFile())[3];
    const url = `postgresql://portage:${password}@127.0.0.1:${port}/portage`;
    const db = openDatabase(openPool(url, openLog('silent'), 1));
    try {
      return await use(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    directory,
    start: (settings = {}) => startServerProcess({ PORTAGE_DATA: directory, ...settings }),
    postmasterPid: async () => Number((await postmasterFile())[0]),
    makeUser: () => withDatabase(async (db) => (await insertMerchant(db)).username),
    withDatabase,
    remove: () => fs.rm(parent, { recursive: true }),
  };
}
