import { randomBytes, randomUUID } from 'node:crypto';
import os from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { runStatement } from '../testing/admin-statement.ts';
import { runPortage } from '../testing/run-portage.ts';
import { useStrictBucket } from '../testing/strict-bucket.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { type FilePlace, openBucketPlace, readWhole } from './file-place.ts';

const MEBIBYTE = 1024 * 1024;
const bucket = useStrictBucket();

let place: FilePlace;
beforeEach(async () => {
  place = await openBucketPlace(bucket, `files/${randomUUID()}`);
  return () => place.close();
});

/** Yields random bytes in pieces, so that no buffer holds them all. */
function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

describe('a file in a bucket', () => {
  test.each([0, 1, 16 * MEBIBYTE, 16 * MEBIBYTE + 1, 33 * MEBIBYTE])(
    'of %i bytes is read back as it was written',
    async (size) => {
      const bytes = randomBytes(size);
      await place.write('tables/one.gz', pieces(bytes));
      const read = await readWhole(place, 'tables/one.gz');
      expect(read?.equals(bytes)).toBe(true);
      expect(bucket.openUploads()).toBe(0);
      expect(bucket.largestBody()).toBeLessThanOrEqual(16 * MEBIBYTE);
    },
  );

  test('that fails while it is written leaves neither a file nor parts', async () => {
    async function* failing() {
      yield* pieces(randomBytes(20 * MEBIBYTE));
      throw new Error('the database went away');
    }
    await expect(place.write('tables/one.gz', failing())).rejects.toThrow('went away');
    expect(await place.read('tables/one.gz')).toBeUndefined();
    expect(bucket.openUploads()).toBe(0);
  });

  test('is read on after a broken connection, and fails after several', async () => {
    const bytes = randomBytes(20 * MEBIBYTE);
    await place.write('one', [bytes]);
    bucket.breakOff(2);
    expect((await readWhole(place, 'one'))?.equals(bytes)).toBe(true);
    bucket.breakOff(100);
    await expect(readWhole(place, 'one')).rejects.toThrow();
    bucket.breakOff(0);
  });

  test('counts its own prefix as used, not a similar one', async () => {
    const neighbour = await openBucketPlace(
      bucket,
      place.address.slice('s3://portage/'.length, -1),
    );
    await place.write('one', [Buffer.from('1')]);
    expect(await place.isEmpty()).toBe(false);
    expect(await neighbour.isEmpty()).toBe(true);
    neighbour.close();
  });
});

/** Prints the largest size of the process, in bytes, when it ends. */
const PRINT_SIZE = `data:text/javascript,process.on('exit',()=>process.stderr.write('size='+process.resourceUsage().maxRSS*1024))`;

test(
  'a backup of 200,000 rows to a bucket takes little more memory than an empty one',
  { timeout: 300_000 },
  async ({ onTestFinished }) => {
    const database = await cloneTestDatabase();
    onTestFinished(() => database.drop());
    const sizeOfBackup = async (name: string): Promise<number> => {
      const { code, errors } = await runPortage(['backup', `s3://portage/${name}`], {
        ...{ DATABASE_URL: database.url, NODE_OPTIONS: `--import "${PRINT_SIZE}"` },
        PORTAGE_SECRET_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
        PORTAGE_DATA: os.tmpdir(),
        ...{ PORTAGE_S3_REGION: bucket.region, PORTAGE_S3_ENDPOINT: bucket.endpoint ?? '' },
        PORTAGE_S3_PATH_STYLE: 'on',
        ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
      });
      expect([code, errors]).toEqual([0, expect.stringMatching(/^size=\d+$/)]);
      return Number(errors.slice('size='.length));
    };
    const empty = await sizeOfBackup('empty');
    // 160 MB as text, which zip cannot shorten by its window of 32 kB.
    await runStatement(
      database.url,
      `insert into logos
     select number::text, now(), substring($1::bytea from number * 379 % 900000 for 400)
     from generate_series(1, 200000) as number`,
      [randomBytes(1_000_000)],
    );
    const large = await sizeOfBackup('large');
    expect(large - empty).toBeLessThan(100 * MEBIBYTE);
  },
);
