import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes a directory within reach of every account, as a checkout would be, with a space in its path.
 * The caller removes it.
 */
export async function makeReachableDirectory(): Promise<string> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage test '));
  await fs.chmod(directory, 0o755);
  return directory;
}
