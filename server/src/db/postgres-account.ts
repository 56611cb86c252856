import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { databaseFailed } from '../startup-error.ts';

const run = promisify(execFile);

/** Who runs PostgreSQL, in the words `spawn` takes. */
export interface Account {
  uid: number;
  gid: number;
}

const ACCOUNT_NAME = 'portage-postgres';

/**
 * The account PostgreSQL must run as: undefined for this process's own. As root, which PostgreSQL
 * refuses, it is the owner of the directory it has so far used, else a system account made for it.
 */
export async function postgresAccount(usedDirectory?: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (usedDirectory !== undefined) {
    const { uid, gid } = await stat(usedDirectory);
    if (uid !== 0) return { uid, gid };
  }
  return (await findAccount()) ?? (await createAccount());
}

/** Whether the account may walk down to a directory: one in a private home, say, it may not. */
export async function canReach(account: Account | undefined, directory: string): Promise<boolean> {
  if (!account) return true;
  try {
    await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function findAccount(): Promise<Account | undefined> {
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
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
    cause = error; // another server may have been first, so look again before giving up
  }
  const account = await findAccount();
  if (account) return account;
  throw databaseFailed(
    `does not run as root, and the account ${ACCOUNT_NAME} cannot be created for it; start as an ordinary user, or set DATABASE_URL`,
    cause,
  );
}
