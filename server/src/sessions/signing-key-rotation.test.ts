import { decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, afterEach, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '@portage/contract/time';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { buildServer } from '../server.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeOf, makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { renewSigningKeys, rotateSigningKey, removeSigningKey } from './renew-signing-keys.ts';
import { listSigningKeys, generateSigningKey, databaseSigningKeys } from './signing-keys.ts';

const server = useTestServer();

const setTime = (sinceStart: number) => server.setNow(TEST_NOW + sinceStart);

beforeEach(async () => {
  await server.deps.db.deleteFrom('signing_keys').execute();
  await server.deps.db.deleteFrom('security_events').execute();
});

async function startProcess() {
  const { deps } = server;
  const app = await buildServer({ ...deps, identity: embeddedIdentity(deps) });
  const post = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api${path}`, payload })).json<SessionTokens>();
  return {
    signIn: (username: string) => post('/auth/token', { username, password: TEST_PASSWORD }),
    refresh: (username: string, { refreshToken }: SessionTokens) =>
      post('/auth/refresh', { username, refreshToken }),
    async call({ token }: SessionTokens) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await app.inject({ url: '/api/orders', headers });
      return response.statusCode === 200 ? 200 : codeOf(response);
    },
    async publishedKeys() {
      const response = await app.inject({ url: '/api/.well-known/jwks.json' });
      return response.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);
    },
  };
}

const makeUser = async () => (await makeMerchant(server)).username;
const keyOf = ({ token }: SessionTokens) => decodeProtectedHeader(token).kid ?? '';
const rotate = () => rotateSigningKey(server.deps);
const remove = (kid: string, force = false) => removeSigningKey(server.deps, kid, { force });
const renew = () => renewSigningKeys(server.deps);
const listKeys = async () => (await listSigningKeys(server.deps.db)).map(({ kid }) => kid);
const listEvents = () => securityEvents(server.deps.db, 'signing_key.');

describe('after a rotation', () => {
  test('a token signed before it verifies until it expires', async () => {
    const username = await makeUser();
    const process = await startProcess();
    const before = await process.signIn(username);
    const kid = await rotate();

    setTime(MINUTE);
    const after = await process.signIn(username);
    expect([keyOf(before) === kid, keyOf(after) === kid]).toEqual([false, true]);
    setTime(59 * MINUTE);
    expect([await process.call(before), await process.call(after)]).toEqual([200, 200]);
    setTime(61 * MINUTE);
    expect([await process.call(before), await process.call(after)]).toEqual(['invalid_token', 200]);
  });

  test('the published keys are all active ones, newest first', async () => {
    const process = await startProcess();
    const [first] = await process.publishedKeys();
    const second = await rotate();
    setTime(MINUTE);
    expect(await process.publishedKeys()).toEqual([second, first]);
  });

  test('another process accepts the new key at once and signs with it within a minute', async () => {
    const username = await makeUser();
    const [one, other] = [await startProcess(), await startProcess()];
    expect(keyOf(await one.signIn(username))).toBe(keyOf(await other.signIn(username)));
    const kid = await rotate();
    const started = await startProcess();
    const session = await started.signIn(username);
    expect(keyOf(session)).toBe(kid);
    expect([await one.call(session), await other.call(session)]).toEqual([200, 200]);
    setTime(MINUTE);
    expect(keyOf(await one.signIn(username))).toBe(kid);
    expect(keyOf(await other.signIn(username))).toBe(kid);
  });

  test('the new key signs even if the clock of the rotating process is behind', async () => {
    const process = await startProcess();
    const username = await makeUser();
    await process.signIn(username);
    setTime(-HOUR);
    const kid = await rotate();
    setTime(MINUTE);
    expect(keyOf(await process.signIn(username))).toBe(kid);
  });

  test('two concurrent rotations give two keys, one of which signs', async () => {
    await (await startProcess()).publishedKeys();
    const kids = await Promise.all([rotate(), rotate()]);
    const keys = await listKeys();
    expect(keys).toHaveLength(3);
    expect(kids).toContain(keys[0]);
    expect(new Set(keys.slice(0, 2))).toEqual(new Set(kids));
  });
});

describe('removing a key', () => {
  test('refuses its tokens within a minute, and refreshing gives new ones', async () => {
    const username = await makeUser();
    const process = await startProcess();
    const session = await process.signIn(username);
    const kid = await rotate();
    setTime(MINUTE);
    expect(await process.call(session)).toBe(200);
    expect(await remove(keyOf(session), true)).toBe('removed');
    // However recently it was verified.
    for (const seconds of [29, 31, 58, 59]) {
      setTime(MINUTE + seconds * SECOND);
      await process.call(session);
    }
    setTime(2 * MINUTE);
    expect(await process.call(session)).toBe('invalid_token');
    expect(await process.publishedKeys()).toEqual([kid]);
    const refreshed = await process.refresh(username, session);
    expect([keyOf(refreshed), await process.call(refreshed)]).toEqual([kid, 200]);
  });

  test('is refused for the signing key, even when forced', async () => {
    const [kid = ''] = await (await startProcess()).publishedKeys();
    expect([await remove(kid), await remove(kid, true)]).toEqual(['signs', 'signs']);
    expect(await listKeys()).toEqual([kid]);
  });

  test('is refused until two hours after it was replaced, when no token names it', async () => {
    const [kid = ''] = await (await startProcess()).publishedKeys();
    setTime(DAY);
    await rotate();
    setTime(DAY + 2 * HOUR - SECOND);
    expect(await remove(kid)).toBe('not_spent');
    setTime(DAY + 2 * HOUR);
    expect(await remove(kid)).toBe('removed');
    expect(await remove(kid)).toBe('unknown');
  });

  test('and adding one are recorded as operator actions', async () => {
    const [first = ''] = await (await startProcess()).publishedKeys();
    // Events are in the order of their milliseconds.
    setTime(SECOND);
    const second = await rotate();
    setTime(2 * SECOND);
    await remove(first, true);
    expect(await listEvents()).toMatchObject([
      { action: 'signing_key.added', actor: 'system', subject: first },
      { action: 'signing_key.added', actor: 'operator', subject: second },
      { action: 'signing_key.removed', actor: 'operator', subject: first },
    ]);
  });
});

describe('by itself', () => {
  test('a key is replaced after 90 days, and removed two hours later', async () => {
    const [first] = await (await startProcess()).publishedKeys();
    setTime(90 * DAY - SECOND);
    await renew();
    expect(await listKeys()).toEqual([first]);
    setTime(90 * DAY);
    await renew();
    await renew();
    const keys = await listKeys();
    expect(keys).toEqual([expect.any(String), first]);
    setTime(90 * DAY + HOUR);
    await renew();
    expect(await listKeys()).toEqual(keys);
    setTime(90 * DAY + 2 * HOUR);
    await renew();
    expect(await listKeys()).toEqual([keys[0]]);
    expect((await listEvents()).map(({ action, actor }) => [action, actor])).toEqual([
      ['signing_key.added', 'system'],
      ['signing_key.added', 'system'],
      ['signing_key.removed', 'system'],
    ]);
  });

  test('no key is made before one is needed', async () => {
    await renew();
    expect(await listKeys()).toEqual([]);
  });
});

function openKeys() {
  let now = 0;
  let queries = 0;
  const db = server.deps.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    keys: databaseSigningKeys({ db, clock: { now: () => now }, secrets: server.deps.secrets }),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    countQueries: () => queries,
  };
}

const removeKey = (kid: string) =>
  server.deps.db.deleteFrom('signing_keys').where('kid', '=', kid).execute();

afterEach(() => removeKey('added'));

/** Adds the newest key of all. */
async function addKey(): Promise<void> {
  const { db, secrets } = server.deps;
  const { privateJwk } = await generateSigningKey();
  const encrypted_jwk = secrets.encrypt({ table: 'signing_keys', key: ['added'] }, privateJwk);
  await db
    .insertInto('signing_keys')
    .values({ kid: 'added', encrypted_jwk, created_at: new Date('2100-01-01') })
    .execute();
}

test('tokens with unknown key ids cost at most one query a second', async () => {
  const { keys, advance, countQueries } = openKeys();
  await keys.newest();
  advance(2 * SECOND);
  const before = countQueries();
  const found = await Promise.all(
    Array.from({ length: 100 }, (_, index) => keys.find(`forged-${index}`)),
  );
  expect(found.every((key) => key === undefined)).toBe(true);
  expect(countQueries() - before).toBe(1);
});

test('a key added by another process is found at once', async () => {
  const { keys } = openKeys();
  await keys.newest();
  await addKey();
  expect(await keys.find('added')).toMatchObject({ kid: 'added' });
});

test('within a minute a new key signs, and a removed one verifies nothing', async () => {
  await addKey();
  const { keys, advance } = openKeys();
  expect(await keys.newest()).toMatchObject({ kid: 'added' });
  await removeKey('added');
  expect(await keys.find('added')).toBeDefined();
  advance(61 * SECOND);
  expect((await keys.newest()).kid).not.toBe('added');
  expect(await keys.find('added')).toBeUndefined();
});
