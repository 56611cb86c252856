import * as fs from 'node:fs/promises';
import path from 'node:path';
import { hasCode, dataDirectoryNotWritable } from '../../../postgres/src/startup-error.ts';
import type { PhotoStore } from './photo-store.ts';

/** Nobody but the server's own account reads or writes here. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Writes a file and waits until it is on the disk. */
async function writeDurably(file: string, content: Buffer): Promise<void> {
  await using handle = await fs.open(file, 'w', PRIVATE_FILE);
  await handle.writeFile(content);
  await handle.sync();
}

/** Waits until the names in a folder are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // where folders cannot be opened
  await using handle = await fs.open(folder, 'r');
  await handle.sync();
}

/**
 * Pictures as files: `photos/7f/019a…7f`, in folders by the last two digits of the id, which are
 * random. A picture is written beside its place and then put there, so that there is a whole one or
 * none. Throws `dataDirectoryNotWritable`.
 */
export async function openPhotoFiles(dataDirectory: string): Promise<PhotoStore> {
  const directory = path.join(dataDirectory, 'photos');
  try {
    await fs.mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
    await fs.access(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw dataDirectoryNotWritable(dataDirectory, error);
  }
  const folderOf = (id: string) => path.join(directory, id.slice(-2));
  const fileOf = (id: string) => path.join(folderOf(id), id);
  const partOf = (id: string) => `${fileOf(id)}.part`;

  return {
    async put(id, picture) {
      const made = await fs.mkdir(folderOf(id), { recursive: true, mode: PRIVATE_FOLDER });
      await writeDurably(partOf(id), picture);
      await fs.rename(partOf(id), fileOf(id));
      await syncFolder(folderOf(id));
      if (made !== undefined) await syncFolder(directory);
    },

    async get(id) {
      try {
        return await fs.readFile(fileOf(id));
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },

    async delete(id) {
      await fs.rm(partOf(id), { force: true });
      await fs.rm(fileOf(id), { force: true });
    },
  };
}
