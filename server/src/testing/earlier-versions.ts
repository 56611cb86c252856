import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** Commits of earlier versions; `released` is the last release (docs/updating.md). */
const VERSIONS = {
  /** Of migrations 0001 and 0002. */
  first: '2a75c7ed',
  /** The last before migrations up to 0095 became one. */
  beforeFold: '6c9a61f2^',
  released: 'fe7da46f',
} as const;

const ROOT = path.resolve(import.meta.dirname, '../../..');

const run = promisify(execFile);

/** False in a shallow clone or without git. */
export const hasEarlierVersions = (): Promise<boolean> =>
  run('git', ['cat-file', '-e', VERSIONS.first], { cwd: ROOT }).then(
    () => true,
    () => false,
  );

/** Installs an earlier version's dropped packages in a folder above it. */
async function installFormerPackages(root: string, folder: string): Promise<void> {
  const missing: string[] = [];
  for (const workspace of ['contract', 'postgres', 'server', 'demo']) {
    const file = path.join(root, workspace, 'package.json');
    if (!existsSync(file)) continue;
    const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const [name, version] of Object.entries(dependencies)) {
      if (!existsSync(path.join(root, 'node_modules', name))) missing.push(`${name}@${version}`);
    }
  }
  if (missing.length === 0) return;
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...missing]);
}

/** Unpacks an earlier version with today's packages and its dropped ones. */
async function unpackInto(folder: string, commit: string): Promise<void> {
  const program = path.join(folder, 'program');
  await mkdir(program);
  const command = `git archive ${commit} | tar --extract --directory '${program}'`;
  await run('bash', ['-o', 'pipefail', '-c', command], { cwd: ROOT });
  const [installed, own] = [path.join(ROOT, 'node_modules'), path.join(program, 'node_modules')];
  await mkdir(path.join(own, '@portage'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@portage') await symlink(path.join(installed, name), path.join(own, name));
  }
  for (const name of await readdir(path.join(installed, '@portage'))) {
    const workspace = path.basename(await readlink(path.join(installed, '@portage', name)));
    await symlink(path.join('../..', workspace), path.join(own, '@portage', name));
  }
  await installFormerPackages(program, folder);
}

/**
 * Returns the root of an earlier version, unpacked once per set of packages: Node caches compiled
 * sources by path.
 */
export async function unpackVersion(version: keyof typeof VERSIONS): Promise<string> {
  const commit = VERSIONS[version];
  const packages = await readFile(path.join(ROOT, 'package-lock.json'), 'utf8');
  const key = createHash('sha256').update(`${commit} ${ROOT} ${packages}`).digest('hex');
  const folder = path.join(tmpdir(), `portage-version-${key.slice(0, 16)}`);
  const root = path.join(folder, 'program');
  if (existsSync(root)) return root;
  const making = await mkdtemp(`${folder}-`);
  onTestFinished(() => rm(making, { recursive: true, force: true }));
  await unpackInto(making, commit);
  // Fails when another run was first.
  await rename(making, folder).catch((error: unknown) => {
    if (!existsSync(root)) throw error;
  });
  return root;
}
