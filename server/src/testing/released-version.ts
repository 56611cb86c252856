import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** The commit of the last release (docs/updating.md). */
const RELEASED = '7e1dbcad3ff391b42b199c9b92073c2641c44bd8';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const run = promisify(execFile);

/** False in a shallow clone or without git. */
export const hasReleasedVersion = (): Promise<boolean> =>
  run('git', ['cat-file', '-e', RELEASED], { cwd: ROOT }).then(
    () => true,
    () => false,
  );

/** Unpacks the released program, with today's packages, until the test has finished. Returns its root. */
export async function unpackReleasedVersion(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'portage-released-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const command = `git archive ${RELEASED} | tar --extract --directory '${root}'`;
  await run('bash', ['-o', 'pipefail', '-c', command], { cwd: ROOT });
  const [installed, own] = [path.join(ROOT, 'node_modules'), path.join(root, 'node_modules')];
  await mkdir(path.join(own, '@portage'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@portage') await symlink(path.join(installed, name), path.join(own, name));
  }
  for (const name of await readdir(path.join(installed, '@portage'))) {
    const workspace = path.basename(await readlink(path.join(installed, '@portage', name)));
    await symlink(path.join(root, workspace), path.join(own, '@portage', name));
  }
  return root;
}
