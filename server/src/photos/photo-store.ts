import * as fs from 'node:fs/promises';
import path from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import { hasCode, dataDirectoryNotWritable } from '../../../postgres/src/startup-error.ts';
import { ApiError } from '../api-error.ts';
import { openBucket } from '../aws/bucket.ts';
import { isUnavailable } from '../aws/client-options.ts';
import type { BucketSettings } from '../env.ts';

/** Only the server's account may read. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** A disk that is full, over its quota, read-only or failing. */
const DISK_TROUBLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

async function writeDurably(file: string, content: Buffer): Promise<void> {
  await using handle = await fs.open(file, 'w', PRIVATE_FILE);
  await handle.writeFile(content);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // where folders cannot be opened
  await using handle = await fs.open(folder, 'r');
  await handle.sync();
}

/** Files such as `photos/7f/019a…7f`, written atomically. Throws `dataDirectoryNotWritable`. */
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
      try {
        const made = await fs.mkdir(folderOf(id), { recursive: true, mode: PRIVATE_FOLDER });
        await writeDurably(partOf(id), picture);
        await fs.rename(partOf(id), fileOf(id));
        await syncFolder(folderOf(id));
        if (made !== undefined) await syncFolder(directory);
      } catch (error) {
        if (!hasCode(error, ...DISK_TROUBLE)) throw error;
        throw Object.assign(new ApiError('photos_unavailable'), { cause: error });
      }
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

/** Milliseconds, with the upload. */
const ANSWER_TIMEOUT = 20_000;

/** Throws `photos_unavailable` while the store is down, full or refuses. */
async function ask<Answer>(log: Logger, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof S3ServiceException)) throw error;
    log.error({ err: error }, 'the store of photos fails');
    throw Object.assign(new ApiError('photos_unavailable'), { cause: error });
  }
}

/** Throws a `StartupError` for an unreachable bucket; methods throw `photos_unavailable`. */
export async function openPhotoBucket(
  settings: BucketSettings,
  log: Logger,
): Promise<PhotoStore & { close(): void }> {
  const { bucket } = settings;
  const client = await openBucket(settings, ANSWER_TIMEOUT);
  const nameOf = (id: string) => ({ Bucket: bucket, Key: `photos/${id}` });

  async function read(id: string): Promise<Buffer | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand(nameOf(id)));
      return Body && Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  return {
    async put(id, picture) {
      await ask(log, client.send(new PutObjectCommand({ ...nameOf(id), Body: picture })));
    },
    get: (id) => ask(log, read(id)),
    async delete(id) {
      await ask(log, client.send(new DeleteObjectCommand(nameOf(id))));
    },
    close: () => {
      client.destroy();
    },
  };
}

/** Keyed by photo id. A picture never changes. */
export interface PhotoStore {
  /** Durable and idempotent. */
  put(id: string, picture: Buffer): Promise<void>;
  get(id: string): Promise<Buffer | undefined>;
  delete(id: string): Promise<void>;
}
