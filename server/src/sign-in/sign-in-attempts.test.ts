import { randomUUID } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { DAY, MINUTE } from '@portage/contract/time';
import { foldUsername } from '@portage/contract/users/username';
import { ApiError } from '../api-error.ts';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { cheapenPasswords, restorePasswords } from '../testing/cheap-account.ts';
import { makeMerchant, pathsOf, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { useServer } from '../testing/use-server.ts';
import { takeAttempt } from '../throttle/attempts.ts';
import { createUser } from '../users/accounts.ts';
import { PASSWORD_COST } from '../users/password-cost.ts';

const server = useTestServer();
const WRONG = 'Wrong-1234';

const signIn = (username: string, password: string, { locale = 'EN', from = '192.0.2.1' } = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { username, password },
    headers: { locale },
    remoteAddress: from,
  });

async function fail(count: number, username: string): Promise<unknown[]> {
  const answers = [];
  for (let index = 0; index < count; index += 1) {
    const response = await signIn(username, WRONG);
    const { requestId, ...problem } = response.json<Problem>();
    expect(requestId).toBeTruthy();
    const { 'retry-after': retryAfter, 'www-authenticate': authenticate } = response.headers;
    answers.push({ status: response.statusCode, retryAfter, authenticate, problem });
  }
  return answers;
}

const eventsOf = (actor: string) => securityEvents(server.deps.db, 'sign_in.', { actor });

describe('after ten failures', () => {
  test('only the attacked account is locked, at that address for 15 minutes, and the answer says so', async () => {
    const [{ username }, other] = [await makeMerchant(server), await makeMerchant(server)];
    await fail(10, username);
    const refused = await signIn(username, TEST_PASSWORD);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(refused.json<Problem>()).toMatchObject({
      code: 'too_many_attempts',
      detail: 'Too many attempts. Try again in 15 minutes.',
    });
    const elsewhere = await signIn(username, TEST_PASSWORD, { from: '198.51.100.1' });
    expect(elsewhere.statusCode).toBe(200);
    expect((await signIn(other.username, TEST_PASSWORD)).statusCode).toBe(200);
    server.setNow(TEST_NOW + 14 * MINUTE + 30_001);
    expect((await signIn(username, TEST_PASSWORD, { locale: 'FR' })).json<Problem>().detail).toBe(
      'Trop de tentatives. Réessayez dans 30 secondes.',
    );
    server.setNow(TEST_NOW + 15 * MINUTE);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('an unknown account is answered like a known one', async () => {
    const { username } = await makeMerchant(server);
    expect(await fail(12, `${randomUUID()}@test.example`)).toEqual(await fail(12, username));
  });
});

describe('an account that is attacked', () => {
  const DEVICE = 'd'.repeat(43);
  const signInOn = (device: string, username: string, password: string, from = '192.0.2.77') =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/token',
      payload: { username, password, device },
      remoteAddress: from,
    });
  const attack = async (username: string) => {
    for (let address = 1; address <= 10; address += 1) {
      const attempt = { account: username, address: `198.51.100.${address}` };
      for (let count = 0; count < 10; count += 1) {
        await takeAttempt(server.deps, 'sign-in', attempt);
      }
    }
  };

  test('from many addresses stays open to each device that signed in before, also at an attacking address', async () => {
    const { username } = await makeMerchant(server);
    const address = '192.0.2.78';
    const on = (device: string, password: string) => signInOn(device, username, password, address);
    const [OTHER, UNKNOWN] = ['o'.repeat(43), 'e'.repeat(43)];
    for (const device of [DEVICE, OTHER]) {
      expect((await on(device, TEST_PASSWORD)).statusCode).toBe(200);
    }
    await attack(username);
    for (let count = 0; count < 100; count += 1) {
      await takeAttempt(server.deps, 'sign-in', { account: randomUUID(), address });
    }
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(429);
    expect((await on(UNKNOWN, TEST_PASSWORD)).statusCode).toBe(429);
    for (let count = 0; count < 9; count += 1) await on(DEVICE, WRONG);
    expect((await on(DEVICE, TEST_PASSWORD)).statusCode).toBe(200);
    for (let count = 0; count < 10; count += 1) await on(DEVICE, WRONG);
    const refused = await on(DEVICE, TEST_PASSWORD);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect((await on(OTHER, TEST_PASSWORD)).statusCode).toBe(200);
    server.setNow(TEST_NOW + 15 * MINUTE);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('does not accept another account’s known device', async () => {
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    expect((await signInOn(DEVICE, other.username, TEST_PASSWORD)).statusCode).toBe(200);
    await attack(one.username);
    expect((await signInOn(DEVICE, one.username, TEST_PASSWORD)).statusCode).toBe(429);
  });

  test('remembers a device for 180 days, by a hash', async () => {
    const { username } = await makeMerchant(server);
    const device = 'k'.repeat(43);
    await signInOn(device, username, TEST_PASSWORD);
    const known = () =>
      server.deps.db
        .selectFrom('known_devices')
        .selectAll()
        .where('username', '=', username)
        .execute();
    expect(JSON.stringify(await known())).not.toContain(device);
    const after = (days: number) =>
      deleteOldRows(
        { ...server.deps, clock: { now: () => TEST_NOW + days * DAY } },
        'known_devices',
      );
    await after(180);
    expect(await known()).toHaveLength(1);
    await after(180.01);
    expect(await known()).toEqual([]);
  });
});

test('an unknown account takes as long as a known one', async ({ onTestFinished }) => {
  restorePasswords();
  onTestFinished(cheapenPasswords);
  const { merchant } = await makeMerchant(server);
  const username = `${randomUUID()}@test.example`;
  // Its password has the real cost, unlike the first user's.
  const person = { merchantId: merchant.id, username, name: 'Zoé', kind: 'user' } as const;
  const password = { password: TEST_PASSWORD, mustChangePassword: false };
  const { passwordHash } = await createUser(server.deps.db, { ...person, ...password }, TEST_NOW);
  expect(parseOptions(passwordHash)).toMatchObject(PASSWORD_COST);
  const timeOf = async (typed: string) => {
    const begun = performance.now();
    await signIn(typed, WRONG);
    return performance.now() - begun;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let index = 0; index < 6; index += 1) {
    known.push(await timeOf(username));
    unknown.push(await timeOf(`${randomUUID()}@test.example`));
  }
  // Load only adds time: the least of six is the work itself.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});

test('a success clears earlier failures', async () => {
  const { username } = await makeMerchant(server);
  await fail(9, username);
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  await fail(9, username);
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
});

test('successes are not limited', async () => {
  const { username } = await makeMerchant(server);
  for (let index = 0; index < 12; index += 1) {
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  }
});

test('failures count for a username in any spelling', async () => {
  const { username } = await makeMerchant(server);
  const spellings = [username, username.toUpperCase(), ` ${username} `];
  for (const spelling of [...spellings, ...spellings, ...spellings]) await fail(1, spelling);
  await fail(1, username);
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(429);
});

test('an attempt refused as busy is not counted', async () => {
  const { username } = await makeMerchant(server);
  const busy = () => Promise.reject(new ApiError('busy'));
  const identity = { ...server.deps.identity, signIn: busy };
  const busyServer = await useServer({ ...server.deps, identity });
  for (let index = 0; index < 12; index += 1) {
    const response = await busyServer.inject({
      method: 'POST',
      url: '/api/auth/token',
      payload: { username, password: TEST_PASSWORD },
    });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
  }
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
});

describe('the record of security events', () => {
  test('has an account’s sign-ins with outcome and address', async () => {
    const { username, merchant } = await makeMerchant(server);
    await fail(12, username.toUpperCase());
    const failed = { action: 'sign_in.failed', merchantId: null, address: '192.0.2.1' };
    expect(await eventsOf(username)).toMatchObject([
      { action: 'sign_in.succeeded', merchantId: merchant.id, address: '127.0.0.1' },
      ...Array.from({ length: 10 }, () => failed),
      // The twelfth leaves no record: an attacker could make millions.
      { ...failed, action: 'sign_in.throttled' },
    ]);
  });

  test('does not keep a username that may be a password', async () => {
    const before = await eventsOf('nobody');
    await fail(1, 'My-Secret-1');
    expect(await eventsOf('nobody')).toHaveLength(before.length + 1);
    const all = await server.deps.db.selectFrom('security_events').select('actor').execute();
    expect(all.map(({ actor }) => actor)).not.toContain('my-secret-1');
  });
});

describe('a username', () => {
  async function makeUserNamed(username: string) {
    const { merchant } = await makeMerchant(server);
    const { id: merchantId, name: merchantName } = merchant;
    const user = { merchantId, merchantName, username, name: 'Zoë', kind: 'user' } as const;
    await server.createAccount({ ...user, password: TEST_PASSWORD, mustChangePassword: false });
  }

  test.each([
    ['zoë-é@test.example', 'ZOË-É@TEST.EXAMPLE'],
    ['émile@test.example', 'E\u0301mile@test.example'],
    ['ångström@test.example', 'A\u030angstro\u0308m@test.example'],
    ['οδυσσεύς@test.example', 'ΟΔΥΣΣΕΎΣ@TEST.EXAMPLE'],
    ['王小明@test.example', '王小明@TEST.example'],
    ['o’neil+🚚@test.example', 'O’Neil+🚚@test.example'],
  ])('%s may be typed as %s', async (username, typed) => {
    await makeUserNamed(username);
    expect((await signIn(typed, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('that looks like another is different', async () => {
    await makeUserNamed('iris@test.example');
    // A Cyrillic е, and a capital that the database would fold to a plain i.
    for (const typed of ['iris@tеst.example', '\u0130ris@test.example']) {
      expect((await signIn(typed, TEST_PASSWORD)).statusCode).toBe(401);
    }
    expect((await signIn('IRIS@test.example', TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('with line breaks adds no header to an answer', async () => {
    const { username } = await makeMerchant(server);
    const response = await signIn(`${username}\r\nSet-Cookie: a=b`, WRONG);
    expect(response.statusCode).toBe(401);
    expect(response.headers).not.toHaveProperty('set-cookie');
  });
});

test('a password of a megabyte is refused before it is read, and one of 1,025 characters before it is hashed', async () => {
  const { username } = await makeMerchant(server);
  const before = await eventsOf(username);
  const huge = await signIn(username, 'x'.repeat(1024 * 1024));
  expect(huge.statusCode).toBe(413);
  const long = await signIn(username, 'x'.repeat(1025));
  expect(long.statusCode).toBe(400);
  expect(pathsOf(long)?.[0]).toBe('password');
  expect(await eventsOf(username)).toEqual(before);
  expect((await signIn(username, 'é'.repeat(1024))).statusCode).toBe(401);
});

/** Every character of Unicode, without NUL and surrogates, which PostgreSQL refuses. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('the index of usernames folds any characters like the server', async () => {
  const folded = [...new Set(CHARACTERS.map(foldUsername))];
  const { rows } = await sql<{ character: string }>`
    select character from unnest(${folded}::text[]) as character where lower(character) <> character
  `.execute(server.deps.db);
  expect(rows).toEqual([]);
});
