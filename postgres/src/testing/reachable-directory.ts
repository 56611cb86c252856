import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Folder that Linux keeps in memory. */
const MEMORY = '/dev/shm';

/** Most bytes that all test databases take. */
const ROOM = 4 * 2 ** 30;

/**
 * Makes a directory within reach of every account, as a checkout would be, with a space in its path.
 * The caller removes it. It is in memory where there is room: each database is some hundred files, and
 * most of what a test file costs would be to create them on a disk.
 */
export async function makeReachableDirectory(): Promise<string> {
  const parent = (await hasRoom(MEMORY)) ? MEMORY : os.tmpdir();
  const directory = await fs.mkdtemp(path.join(parent, 'portage test '));
  await fs.chmod(directory, 0o755);
  return directory;
}

async function hasRoom(directory: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await fs.statfs(directory);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
