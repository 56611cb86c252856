import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '../aws/bucket.ts';
import { isUnavailable } from '../aws/client-options.ts';
import { openLog } from '../log.ts';
import { useStrictBucket } from '../testing/strict-bucket.ts';
import { useDirectory } from '../testing/use-directory.ts';
import { openPhotoBucket, openPhotoFiles } from './photo-store.ts';

const log = openLog('silent');
const bucket = useStrictBucket();
let directory: string;
beforeEach(async () => {
  directory = await useDirectory();
});
afterEach(() => bucket.answerInstead(undefined));

const PAGE_OF_NGINX = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>`;

const stores = {
  files: () => openPhotoFiles(directory),
  'a bucket': () => openPhotoBucket(bucket, log),
};

describe.each(Object.entries(stores))('in %s', (_name, open) => {
  test('a picture is read back unchanged, also after reopening the store', async () => {
    const [id, picture] = [uuidv7(), randomBytes(100_000)];
    await (await open()).put(id, picture);
    expect(await (await open()).get(id)).toEqual(picture);
  });

  test('a picture can be stored twice, and many at once', async () => {
    const store = await open();
    const pictures = Array.from({ length: 20 }, () => [uuidv7(), randomBytes(1000)] as const);
    await Promise.all(pictures.map(([id, picture]) => store.put(id, picture)));
    await Promise.all(pictures.map(([id, picture]) => store.put(id, picture)));
    for (const [id, picture] of pictures) expect(await store.get(id)).toEqual(picture);
  });

  test('a deleted or unknown picture is undefined', async () => {
    const store = await open();
    const [id, other] = [uuidv7(), uuidv7()];
    await store.put(id, randomBytes(10));
    await store.put(other, randomBytes(10));
    await store.delete(id);
    await store.delete(id);
    expect(await store.get(id)).toBeUndefined();
    expect(await store.get(uuidv7())).toBeUndefined();
    expect(await store.get(other)).toHaveLength(10);
  });
});

test('files are private to the server’s account, and written completely', async () => {
  const store = await openPhotoFiles(directory);
  await store.put(uuidv7(), randomBytes(10));
  const names = await fs.readdir(path.join(directory, 'photos'), { recursive: true });
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  for (const name of ['.', ...names]) {
    const { mode } = await fs.stat(path.join(directory, 'photos', name));
    expect(mode & 0o077, name).toBe(0);
  }
});

test('a full disk makes photos unavailable without a server error', async () => {
  const store = await openPhotoFiles(directory);
  const id = uuidv7();
  const folder = path.join(directory, 'photos', id.slice(-2));
  await fs.mkdir(folder, { recursive: true });
  await fs.symlink('/dev/full', path.join(folder, `${id}.part`));
  const put = store.put(id, randomBytes(10));
  await expect(put).rejects.toMatchObject({ code: 'photos_unavailable' });
  expect(await store.get(id)).toBeUndefined();
});

test('a picture whose upload crashed can be stored again, and deleting it removes the rest', async () => {
  const store = await openPhotoFiles(directory);
  const [id, picture] = [uuidv7(), randomBytes(10)];
  const part = path.join(directory, 'photos', id.slice(-2), `${id}.part`);
  await store.put(id, picture);
  await fs.writeFile(part, 'half');
  expect(await store.get(id)).toEqual(picture);
  await store.delete(id);
  await expect(fs.access(part)).rejects.toThrow('ENOENT');
});

test('a read-only data directory fails at the start', async () => {
  await fs.writeFile(path.join(directory, 'a-file'), '');
  await expect(openPhotoFiles(path.join(directory, 'a-file'))).rejects.toMatchObject({
    exitCode: 73,
    message: expect.stringContaining('Set PORTAGE_DATA to one that can.'),
  });
});

describe('at the start', () => {
  const refusal = (words: string) => ({
    exitCode: 69,
    message: expect.stringContaining(`cannot be used: ${words}. Check PORTAGE_S3_BUCKET`),
  });

  test('a missing bucket is refused', async () => {
    await expect(openPhotoBucket({ ...bucket, bucket: 'nowhere' }, log)).rejects.toMatchObject(
      refusal('The specified bucket does not exist'),
    );
  });

  test.each([
    [
      'a refused key',
      403,
      '<Error><Code>SignatureDoesNotMatch</Code></Error>',
      'SignatureDoesNotMatch',
    ],
    ['a page of a proxy', 502, PAGE_OF_NGINX, 'HTTP 502'],
    ['an empty answer', 503, '', 'HTTP 503'],
    ['a list of buckets', 200, '<ListAllMyBucketsResult/>', 'the address answers for no bucket'],
  ])('%s is refused and named', async (_name, status, body, words) => {
    bucket.answerInstead((_, response) => response.writeHead(status).end(body));
    await expect(openPhotoBucket(bucket, log)).rejects.toMatchObject(refusal(words));
  });
});

async function expectNoAnswer(
  store: Awaited<ReturnType<typeof openPhotoBucket>>,
  rejection: object,
) {
  const unavailable = { code: 'photos_unavailable', ...rejection };
  await expect(store.put(uuidv7(), randomBytes(10))).rejects.toMatchObject(unavailable);
  await expect(store.get(uuidv7())).rejects.toMatchObject(unavailable);
  await expect(store.delete(uuidv7())).rejects.toMatchObject(unavailable);
}

test.each([
  ['whose proxy cannot reach it', 502, PAGE_OF_NGINX],
  ['over its quota', 403, '<Error><Code>QuotaExceeded</Code></Error>'],
  ['that takes no more calls', 429, '<Error><Code>TooManyRequests</Code></Error>'],
])('a store %s answers photos_unavailable', async (_name, status, body) => {
  const store = await openPhotoBucket(bucket, log);
  bucket.answerInstead((_, response) => response.writeHead(status).end(body));
  await expectNoAnswer(store, {});
});

test('an answer that falls silent midway is given up', async () => {
  const client = await openBucket(bucket, 1000);
  bucket.answerInstead((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half of an answer');
  });
  const picture = { Bucket: bucket.bucket, Key: 'photos/one' };
  const { Body } = await client.send(new GetObjectCommand(picture));
  const given = await Body?.transformToByteArray().catch(isUnavailable);
  expect(given).toBe(true);
  client.destroy();
});

test('a store that is down answers photos_unavailable', async () => {
  const store = await openPhotoBucket(bucket, log);
  await bucket.stop();
  await expectNoAnswer(store, { retryAfter: 5 });
});
