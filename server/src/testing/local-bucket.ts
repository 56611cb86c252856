import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, vi } from 'vitest';
import type { BucketSettings } from '../settings.ts';

/** A bucket of the S3 server s3rver, which can be stopped to see what happens without it. */
export interface LocalBucket extends BucketSettings {
  stop(): Promise<void>;
}

/**
 * A bucket of its own for a test file, on a free port, gone after its tests. Call it at the top of
 * the file, before what uses it.
 */
export function useLocalBucket(): LocalBucket {
  const bucket = {} as LocalBucket;
  let directory: string | undefined;
  beforeAll(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-bucket-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'portage' }],
    });
    const { port } = await server.run();
    Object.assign(bucket, {
      store: 's3',
      bucket: 'portage',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      usesPaths: true,
      async stop() {
        if (server.httpServer.listening) await server.close();
      },
    } satisfies LocalBucket);
  });
  afterAll(async () => {
    await bucket.stop();
    if (directory !== undefined) await fs.rm(directory, { recursive: true });
    vi.unstubAllEnvs();
  });
  return bucket;
}
