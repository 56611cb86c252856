import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import { awsClientOptions } from '../aws/client-options.ts';
import { isUnavailable } from '../aws/is-unavailable.ts';
import { ApiError } from '../api-error.ts';
import type { BucketSettings } from '../settings.ts';
import { bucketUnusable } from '../startup-error.ts';
import type { PhotoStore } from './photo-store.ts';

/** How long an answer may take, in milliseconds: a photo has to get there first. */
const ANSWER_TIMEOUT = 20_000;

const bucketClient = ({ region, endpoint, usesPaths }: BucketSettings) =>
  new S3Client({
    ...awsClientOptions({ region, endpoint, answerTimeout: ANSWER_TIMEOUT }),
    forcePathStyle: usesPaths,
    // Stores other than Amazon's may not know the checksums that it offers beyond the required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** The answer of the store. Throws `photos_unavailable`, or the error where an operator is needed. */
async function ask<Answer>(log: Logger, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.error({ err: error }, 'the store of photos does not answer');
    throw new ApiError('photos_unavailable');
  }
}

/**
 * Pictures as objects in a bucket of Amazon S3, or of a store that speaks like it. Throws a
 * `StartupError` when the bucket cannot be reached; afterwards each call may raise `photos_unavailable`.
 */
export async function openPhotoBucket(
  settings: BucketSettings,
  log: Logger,
): Promise<PhotoStore & { close(): void }> {
  const { bucket } = settings;
  const client = bucketClient(settings);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    client.destroy();
    // The answer to such a call has no words: what is wrong stands in the name of the error alone.
    const isNamed = error instanceof Error && error.message === 'UnknownError';
    throw bucketUnusable(bucket, isNamed ? error.name : error);
  }
  /** The bucket may hold other things, too. */
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
