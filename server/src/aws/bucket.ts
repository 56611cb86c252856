import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../env.ts';
import { bucketUnusable } from '../startup-error.ts';
import { awsClientOptions } from './client-options.ts';

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
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return client;
  } catch (error) {
    client.destroy();
    // A HEAD response has no message, only the error's name.
    const isNamed = error instanceof Error && error.message === 'UnknownError';
    throw bucketUnusable(bucket, isNamed ? error.name : error);
  }
}
