import { readFile } from 'node:fs/promises';
import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { threadsSteppedBack } from '../testing/thread-priorities.ts';
import { UNKNOWN_USER_HASH, PASSWORD_COST } from './password-cost.ts';
import { hashPassword, isPasswordOf, passwordThreads } from './passwords.ts';

test('a password is the one of its own hash and of no other', async () => {
  const [one, other] = await Promise.all([hashPassword('Pépin-42!'), hashPassword('Pépin-42!')]);

  expect(one).not.toBe(other);
  expect(await isPasswordOf(one, 'Pépin-42!')).toBe(true);
  expect(await isPasswordOf(one, 'Pépin-43!')).toBe(false);
});

test('without a hash every password is wrong, at the cost of one with a hash', async () => {
  expect(await isPasswordOf(undefined, 'Pépin-42!')).toBe(false);
  expect(parseOptions(UNKNOWN_USER_HASH)).toEqual(parseOptions(await hashPassword('Pépin-42!')));
  expect(parseOptions(UNKNOWN_USER_HASH)).toMatchObject(PASSWORD_COST);
});

test('neither the main thread nor the reading of files waits for passwords', async () => {
  // Fills Node's thread pool, which file access also needs.
  const hashes = Array.from({ length: 4 }, () => hashPassword('Pépin-42!'));
  const read = readFile(import.meta.filename).then(() => 'read');

  expect(await Promise.race([...hashes, read])).toBe('read');
  await Promise.all(hashes);
});

test.runIf(process.platform === 'linux')(
  'threads that hash have a lower priority than the others',
  async () => {
    const before = threadsSteppedBack();
    const inThread = passwordThreads({ threads: 1, mostWaiting: 1 });
    await inThread('hashPassword', 'Pépin-42!');
    // Threads of other tests may end during the check.
    expect(threadsSteppedBack().difference(before).size).toBe(1);
  },
);

test('more passwords than may wait are refused as busy', async () => {
  const inThread = passwordThreads({ threads: 1, mostWaiting: 2 });
  await inThread('hashPassword', 'Pépin-42!');
  const hashes = Array.from({ length: 4 }, () => inThread('hashPassword', 'Pépin-42!'));

  const settled = await Promise.allSettled(hashes);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  await expect(hashes[3]).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
  expect(await inThread('hashPassword', 'Pépin-42!')).toMatch(/^\$argon2id\$/);
});
