import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { forgiveAccount, forgiveAttempts, giveAttemptBack, takeAttempt } from './attempts.ts';

const server = useTestServer();

const somebody = () => ({ account: randomUUID(), address: randomUUID() });

async function take(count: number, attempt: () => { account: string; address: string }) {
  const passed: boolean[] = [];
  for (let index = 0; index < count; index += 1) {
    passed.push((await takeAttempt(server.deps, 'sign-in', attempt())) === undefined);
  }
  return passed;
}

const times = (count: number, value: boolean) => Array<boolean>(count).fill(value);

test('an account may be tried a hundred times in 15 minutes from all addresses', async () => {
  const { account } = somebody();
  const elsewhere = () => ({ ...somebody(), account });
  expect(await take(101, elsewhere)).toEqual([...times(100, true), false]);
});

test('an address may try a hundred times in 15 minutes for all accounts', async () => {
  const { address } = somebody();
  const attempt = () => ({ ...somebody(), address });
  expect(await take(101, attempt)).toEqual([...times(100, true), false]);
  expect(await take(1, somebody)).toEqual([true]);
});

test('concurrent attempts do not pass the limit', async () => {
  const attempt = somebody();
  const all = await Promise.all(
    Array.from({ length: 30 }, () => takeAttempt(server.deps, 'sign-in', attempt)),
  );
  expect(all.filter((throttled) => throttled === undefined)).toHaveLength(10);
});

test('the eleventh attempt in 15 minutes says when to retry, and only it is marked as the first', async () => {
  const attempt = somebody();
  await take(10, () => attempt);
  server.setNow(TEST_NOW + 5 * MINUTE + 1);
  const refused = { seconds: 600, isFirst: true };
  expect(await takeAttempt(server.deps, 'sign-in', attempt)).toEqual(refused);
  for (let index = 0; index < 3; index += 1) {
    expect(await takeAttempt(server.deps, 'sign-in', attempt)).toEqual({
      ...refused,
      isFirst: false,
    });
  }
  server.setNow(TEST_NOW + 15 * MINUTE - 1);
  expect(await take(1, () => attempt)).toEqual([false]);
  server.setNow(TEST_NOW + 15 * MINUTE);
  expect(await take(11, () => attempt)).toEqual([...times(10, true), false]);
});

test('refused attempts for one account do not count against the address', async () => {
  const attempt = somebody();
  await take(101, () => attempt);
  expect(await take(1, () => ({ ...somebody(), address: attempt.address }))).toEqual([true]);
});

test('attempts of one action do not count for another', async () => {
  const attempt = somebody();
  await take(11, () => attempt);
  expect(await takeAttempt(server.deps, 'reset-request', attempt)).toBeUndefined();
  expect(await takeAttempt(server.deps, 'reset-confirmation', attempt)).toBeUndefined();
});

test('a success clears the account’s attempts from the address, and one of the address', async () => {
  const { address } = somebody();
  const accounts = Array.from({ length: 10 }, () => ({ ...somebody(), address }));
  for (const attempt of accounts) await take(10, () => attempt);
  const [first = somebody()] = accounts;
  await forgiveAttempts(server.deps, 'sign-in', first);
  expect(await take(2, () => first)).toEqual([true, false]);
});

test('a success from one address does not clear attempts from others', async () => {
  const attempt = somebody();
  await take(99, () => ({ ...somebody(), account: attempt.account }));
  expect(await take(1, () => attempt)).toEqual([true]);
  await forgiveAttempts(server.deps, 'sign-in', attempt);
  expect(await take(2, () => attempt)).toEqual([true, false]);
});

test('clearing an account without attempts keeps the address’s count', async () => {
  const { address } = somebody();
  const { account } = somebody();
  await take(10, () => ({ account, address }));
  await take(90, () => ({ ...somebody(), address }));
  await forgiveAccount(server.deps, 'sign-in', { account, address });
  expect(await take(1, () => ({ ...somebody(), account }))).toEqual([true]);
  expect(await take(1, () => ({ ...somebody(), address }))).toEqual([false]);
});

test('a returned attempt is uncounted for its account and address', async () => {
  const attempt = somebody();
  await take(10, () => attempt);
  await giveAttemptBack(server.deps, 'sign-in', attempt);
  expect(await take(2, () => attempt)).toEqual([true, false]);
});

test('returning an attempt that has expired does no harm', async () => {
  const attempt = somebody();
  await giveAttemptBack(server.deps, 'sign-in', attempt);
  await take(1, () => attempt);
  await giveAttemptBack(server.deps, 'sign-in', attempt);
  await giveAttemptBack(server.deps, 'sign-in', attempt);
  expect(await take(11, () => attempt)).toEqual([...times(10, true), false]);
});

test('simultaneous attempts and successes of the same accounts do not deadlock', async () => {
  const people = Array.from({ length: 4 }, somebody);
  const attempts = people.flatMap(({ account }) =>
    people.map(({ address }) => ({ account, address })),
  );
  const rounds = Array.from({ length: 10 }, () => attempts).flat();
  await Promise.all(
    rounds.map(async (attempt) => {
      await takeAttempt(server.deps, 'sign-in', attempt);
      await forgiveAttempts(server.deps, 'sign-in', attempt);
    }),
  );
  expect(await take(1, () => people[0] ?? somebody())).toEqual([true]);
});

test('counts are kept until they expire, without names or addresses', async () => {
  const { db, clock } = server.deps;
  const listCounts = () => db.selectFrom('throttles').selectAll().execute();
  await deleteOldRows({ db, clock: { now: () => TEST_NOW + DAY } }, 'throttles');
  const attempt = somebody();
  await takeAttempt(server.deps, 'sign-in', attempt);
  await takeAttempt(server.deps, 'reset-request', attempt);
  expect(JSON.stringify(await listCounts())).not.toContain(attempt.account);

  await deleteOldRows({ db, clock: { now: () => clock.now() + 15 * MINUTE - 1 } }, 'throttles');
  expect(await listCounts()).toHaveLength(6);
  await deleteOldRows({ db, clock: { now: () => clock.now() + 15 * MINUTE + 1 } }, 'throttles');
  expect(await listCounts()).toHaveLength(3);
});
