import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MINUTE } from '@portage/contract/time';
import { hasCode } from '../../../postgres/src/startup-error.ts';
import { openBucket } from '../aws/bucket.ts';
import type { BucketSettings } from '../env.ts';

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A folder or a part of a bucket, with files such as `tables/public.orders.gz`. */
export interface FilePlace {
  /** As operators name it. */
  address: string;
  isEmpty(): Promise<boolean>;
  /** Durable. A file whose chunks fail is not kept in a bucket. */
  write(name: string, chunks: Chunks): Promise<void>;
  /** Undefined for a missing file. */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>;
  close(): void;
}

/** Readable by its owner only. */
export function openFolder(folder: string): FilePlace {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    address: folder,
    async isEmpty() {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      return (await fs.readdir(folder)).length === 0;
    },
    async write(name, chunks) {
      const file = fileOf(name);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(chunks, createWriteStream(file, { mode: 0o600, flush: true }));
    },
    async read(name) {
      try {
        const handle = await fs.open(fileOf(name));
        return handle.createReadStream();
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    close: () => undefined,
  };
}

/** Bytes; S3 takes 10,000 parts of a file, here 160 GB. */
const PART = 16 * 1024 * 1024;

/** Parts in memory. */
const PARTS_AT_ONCE = 2;

/** Attempts to read a part before the file fails. */
const ATTEMPTS = 4;

/** Prefix without slashes around it. Throws a `StartupError` for an unreachable bucket. */
export async function openBucketPlace(
  settings: BucketSettings,
  prefix: string,
): Promise<FilePlace> {
  const client = await openBucket(settings, 5 * MINUTE);
  const { bucket: Bucket } = settings;
  const start = prefix === '' ? '' : `${prefix}/`;
  const keyOf = (name: string) => ({ Bucket, Key: `${start}${name}` });
  return {
    address: `s3://${Bucket}/${prefix}`,
    async isEmpty() {
      const listed = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: start, MaxKeys: 1 }),
      );
      return (listed.Contents ?? []).length === 0;
    },
    async write(name, chunks) {
      const Body = Readable.from(chunks, { objectMode: false });
      const params = { ...keyOf(name), Body };
      const sizes = { partSize: PART, queueSize: PARTS_AT_ONCE };
      // Aborts the upload where the body fails.
      await new Upload({ client, params, ...sizes }).done();
    },
    async read(name) {
      try {
        const { ContentLength = 0, ETag } = await client.send(new HeadObjectCommand(keyOf(name)));
        return readParts(client, { ...keyOf(name), IfMatch: ETag }, ContentLength);
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    close: () => {
      client.destroy();
    },
  };
}

interface StoredFile {
  Bucket: string;
  Key: string;
  IfMatch: string | undefined;
}

async function* readParts(client: S3Client, file: StoredFile, size: number) {
  for (let from = 0; from < size; from += PART) {
    yield await readPart(client, file, { from, to: Math.min(from + PART, size) - 1 });
  }
}

/** Reads a part again after a broken connection. */
async function readPart(
  client: S3Client,
  file: StoredFile,
  { from, to }: { from: number; to: number },
): Promise<Buffer> {
  const Range = `bytes=${from}-${to}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...file, Range }));
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      if (bytes.length === to - from + 1) return bytes;
      throw new Error(`${file.Key} ended within ${Range}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Undefined for a missing file. */
export async function readWhole(place: FilePlace, name: string): Promise<Buffer | undefined> {
  const chunks = await place.read(name);
  return chunks && buffer(chunks);
}
