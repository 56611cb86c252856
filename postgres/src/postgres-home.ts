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

/** Options of `spawn`. */
export interface Account {
  uid: number;
  gid: number;
}

export interface PostgresHome {
  directory: string;
  account: Account | undefined;
}

/** Links `postgres` elsewhere when its account cannot reach the data directory. */
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

/** Removes the link to it, too. */
export async function removeHome(dataDirectory: string, home: PostgresHome): Promise<void> {
  await fs.rm(home.directory, { recursive: true, force: true });
  await fs.rm(path.join(dataDirectory, 'postgres'), { force: true });
}

/** Reachable by every account. */
export async function sharedDirectory(): Promise<string> {
  const directory = '/var/lib/portage';
  await fs.mkdir(directory, { recursive: true });
  await fs.chmod(directory, 0o755); // despite the umask
  return directory;
}

/** Undefined when nothing exists there. */
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

/** Held until released or this process ends. */
interface InstanceLock {
  release: () => void;
}

/** Undefined if taken. Locks an empty SQLite file, which ends with the process. */
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

/** Undefined for our own. As root, the directory's owner or a system account. */
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
