import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './postgres-binaries.ts';
import type { PostgresHome } from './postgres-home.ts';
import { databaseFailed, incompatibleData, hasCode, otherVersion } from './startup-error.ts';

const run = promisify(execFile);

/** Name of the superuser and its database. */
export const PORTAGE = 'portage';

export interface Cluster {
  directory: string;
  password: string;
  /** In the command lines of its processes; unique on a machine. */
  name: string;
}

/** Creates a missing cluster under another name, renamed when complete. */
export async function openCluster(
  home: PostgresHome,
  binaries: Binaries,
  durable: boolean,
): Promise<Cluster> {
  const directory = path.join(home.directory, 'cluster');
  const passwordFile = path.join(home.directory, 'password');
  const version = await read(path.join(directory, 'PG_VERSION'));
  if (version === undefined) {
    await initialise(home, directory, passwordFile, binaries, durable);
  } else if (version !== binaries.majorVersion) {
    throw otherVersion(directory, version, binaries.majorVersion);
  }

  const password = await read(passwordFile);
  if (!password) throw incompatibleData(directory, `its password is missing from ${passwordFile}`);
  const unique = hash('sha256', directory).slice(0, 12);
  return { directory, password, name: `${PORTAGE}-${unique}` };
}

async function initialise(
  { directory: home, account }: PostgresHome,
  directory: string,
  passwordFile: string,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  if ((await fs.readdir(home)).includes(path.basename(directory))) {
    throw incompatibleData(directory, 'it is not a database directory');
  }
  await removeUnfinished(home);
  const unfinished = await fs.mkdtemp(path.join(home, UNFINISHED));
  await fs.writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) {
    for (const place of [unfinished, passwordFile]) {
      await fs.chown(place, account.uid, account.gid);
    }
  }

  const options = [
    `--pgdata=${unfinished}`,
    `--username=${PORTAGE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // PostgreSQL's own C.UTF-8 sorts the same on every machine and after every system upgrade.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await run(binaries.initdb, options, { ...account, cwd: home, env: POSTGRES_ENVIRONMENT });
  } catch (error) {
    throw databaseFailed(`cannot be created: ${lastLine(error)}`, error);
  }
  await fs.rename(unfinished, directory);
  await syncDirectory(home);
}

const UNFINISHED = 'unfinished-';

/** Hides the caller's PGDATA, PGPORT and locale. */
export const POSTGRES_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** Removes what killed starts left. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await fs.readdir(home)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // Fails while the killed start's initdb still writes; a later start deletes it.
    await fs
      .rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 })
      .catch(() => undefined);
  }
}

/** Makes a rename survive a power cut. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory);
  await handle.sync();
  await handle.close();
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await fs.readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return stderr.trim().split('\n').at(-1) ?? '';
}
