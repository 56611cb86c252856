import { ListObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../env.ts';
import { bucketUnusable } from '../startup-error.ts';
import { awsClientOptions, statusOf } from './client-options.ts';

/** `answerTimeout` in ms includes the upload. Throws a `StartupError` for an unreachable bucket. */
export async function openBucket(
  { bucket, region, endpoint, usesPaths }: BucketSettings,
  answerTimeout: number,
): Promise<S3Client> {
  const client = new S3Client({
    ...awsClientOptions({ region, endpoint, answerTimeout }),
    forcePathStyle: usesPaths,
    // Other stores may lack the optional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  try {
    const { Name } = await client.send(new ListObjectsCommand({ Bucket: bucket, MaxKeys: 1 }));
    if (Name === undefined) throw new Error('the address answers for no bucket');
    return client;
  } catch (error) {
    client.destroy();
    throw bucketUnusable(bucket, error instanceof Error ? causeOf(error) : error);
  }
}

/** Ceph answers a code without a message, a proxy neither. */
function causeOf(error: Error): Error | string {
  const status = statusOf(error) ?? 0;
  const isUnread = !('$fault' in error) || error.name === 'Unknown';
  if (status >= 400 && isUnread) return `HTTP ${status}`;
  return error.message === 'UnknownError' ? error.name : error;
}
