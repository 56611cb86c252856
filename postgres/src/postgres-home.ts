import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  databaseFailed,
  dataDirectoryNotWritable,
  hasCode,
  incompatibleData,
  StartupError,
} from './startup-error.ts';

const run = promisify(execFile);

/** The account that runs PostgreSQL, as options of `spawn`. */
export interface Account {
  uid: number;
  gid: number;
}

/** The private directory of an embedded database. */
export interface PostgresHome {
  directory: string;
  account: Account | undefined;
}

/**
 * Finds or creates the folder `postgres` of a data directory. If the account of PostgreSQL cannot
 * reach the data directory (in root's home, for example), `postgres` is a link to a folder that it
 * can reach.
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

/** Deletes the database of a data directory, and the link to it. */
export async function removeHome(dataDirectory: string, home: PostgresHome): Promise<void> {
  await fs.rm(home.directory, { recursive: true, force: true });
  await fs.rm(path.join(dataDirectory, 'postgres'), { force: true });
}

/** Creates the directory that every account of this machine can reach. */
export async function sharedDirectory(): Promise<string> {
  const directory = '/var/lib/portage';
  await fs.mkdir(directory, { recursive: true });
  await fs.chmod(directory, 0o755); // despite the umask
  return directory;
}

/** Resolves links; undefined when nothing exists there yet. */
async function follow(place: string): Promise<string | undefined> {
  try {
    return await fs.realpath(place);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const target = await fs.readlink(place).catch(() => undefined);
  // A new, empty database would look like a loss of data.
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
    if (!hasCode(error, 'EEXIST')) throw error; // another server was first
  }
  return fs.realpath(place);
}

/** A lock held by this process until it releases it or ends. */
interface InstanceLock {
  release: () => void;
}

/**
 * Locks a directory for this process; undefined if another process has it.
 *
 * Takes the exclusive lock of an empty SQLite file: the operating system drops it when the process
 * ends, however it ends.
 */
export function acquireInstanceLock(directory: string): InstanceLock | undefined {
  const file = new DatabaseSync(path.join(directory, 'lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    const SQLITE_BUSY = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw error;
  }
  return { release: () => file.close() };
}

const ACCOUNT_NAME = 'portage-postgres';

/**
 * Returns the account to run PostgreSQL as; undefined for this process's own. PostgreSQL refuses
 * root: then it is the owner of the used directory, or a system account created for it.
 */
async function postgresAccount(usedDirectory?: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (usedDirectory !== undefined) {
    const { uid, gid } = await fs.stat(usedDirectory);
    if (uid !== 0) return { uid, gid };
  }
  return (await findAccount()) ?? (await createAccount());
}

async function canReach(account: Account | undefined, directory: string): Promise<boolean> {
  if (!account) return true;
  try {
    await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function findAccount(): Promise<Account | undefined> {
  for (const line of (await fs.readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === ACCOUNT_NAME && uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

async function createAccount(): Promise<Account> {
  let cause: unknown;
  try {
    await run('/usr/sbin/useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir=/nonexistent',
      '--shell=/usr/sbin/nologin',
      ACCOUNT_NAME,
    ]);
  } catch (error) {
    cause = error; // another server may have created it
  }
  const account = await findAccount();
  if (account) return account;
  throw databaseFailed(
    `does not run as root, and the account ${ACCOUNT_NAME} cannot be created for it; start as an ordinary user, or set DATABASE_URL`,
    cause,
  );
}
