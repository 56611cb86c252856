import * as fs from 'node:fs/promises';
import path from 'node:path';
import { dataDirectoryNotWritable, incompatibleData, StartupError } from '../startup-error.ts';
import { type Account, canReach, postgresAccount } from './postgres-account.ts';
import { hasCode } from './system-error.ts';

/** The private directory of one embedded database, and the account that owns it. */
export interface PostgresHome {
  directory: string;
  account: Account | undefined;
}

/**
 * Finds or makes the home of the data directory's database: its folder `postgres`. Where the
 * account of PostgreSQL cannot reach the data directory (it is in root's own home, say), `postgres`
 * is a link to a folder it can reach. So whoever looks for the database finds it, moving the data
 * directory keeps it, and removing the data directory starts afresh.
 */
export async function openHome(dataDirectory: string): Promise<PostgresHome> {
  const place = path.join(dataDirectory, 'postgres');
  try {
    await fs.mkdir(dataDirectory, { recursive: true });
    await fs.access(dataDirectory, fs.constants.W_OK);
    const directory = (await follow(place)) ?? (await createHome(dataDirectory, place));
    const account = await postgresAccount(directory);
    if (account) await fs.chown(directory, account.uid, account.gid);
    await fs.access(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!(await canReach(account, directory))) {
      throw new Error(`the account that owns ${directory} cannot reach it`);
    }
    return { directory, account };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw dataDirectoryNotWritable(dataDirectory, error);
  }
}

/** Removes the home of a data directory, with the database in it and the link that may lead to it. */
export async function removeHome(dataDirectory: string, home: PostgresHome): Promise<void> {
  await fs.rm(home.directory, { recursive: true, force: true });
  await fs.rm(path.join(dataDirectory, 'postgres'), { force: true });
}

/** A directory that every account of this machine can reach, for use as root. */
export async function sharedDirectory(): Promise<string> {
  const directory = '/var/lib/portage';
  await fs.mkdir(directory, { recursive: true });
  await fs.chmod(directory, 0o755); // whatever the umask
  return directory;
}

/** Where `place` really is; undefined when it is nowhere yet. */
async function follow(place: string): Promise<string | undefined> {
  try {
    return await fs.realpath(place);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const target = await fs.readlink(place).catch(() => undefined);
  // An empty database in the place of one that is only out of sight would look like a loss.
  if (target !== undefined) {
    throw incompatibleData(place, `it is a link to ${target}, which is gone`);
  }
  return undefined;
}

async function createHome(dataDirectory: string, place: string): Promise<string> {
  if (await canReach(await postgresAccount(), dataDirectory)) {
    await fs.mkdir(place, { recursive: true, mode: 0o700 });
    return fs.realpath(place);
  }
  const elsewhere = await fs.mkdtemp(path.join(await sharedDirectory(), 'data-'));
  try {
    await fs.symlink(elsewhere, place);
  } catch (error) {
    await fs.rmdir(elsewhere);
    if (!hasCode(error, 'EEXIST')) throw error; // a server started at the same time was first
  }
  return fs.realpath(place);
}
