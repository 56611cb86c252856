import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MINUTE } from '@portage/contract/time';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { useServer } from '../testing/use-server.ts';

const server = useTestServer();
const MOST_MISSES = 100;

let address: string;
beforeEach(() => {
  address = randomUUID();
});

const post = (url: string, payload: object, from = address) =>
  server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    remoteAddress: from,
    headers: { locale: 'FR' },
  });

async function signIn() {
  const { username } = await makeMerchant(server);
  const answer = await post('/auth/token', { username, password: TEST_PASSWORD });
  return { username, ...answer.json<SessionTokens>() };
}

const anyToken = () => randomBytes(32).toString('base64url');

const calls = {
  refresh: (username: string, refreshToken: string) =>
    post('/auth/refresh', { username, refreshToken }),
  logout: (_username: string, refreshToken: string) => post('/auth/logout', { refreshToken }),
  complete: (username: string, session: string) =>
    post('/users/complete_new_password_challenge', {
      username,
      session,
      newPassword: TEST_PASSWORD,
    }),
};

describe.each([
  { call: 'refresh', missed: 401, right: 200 },
  { call: 'logout', missed: 204, right: 204 },
  // A refresh token is not a challenge, as the answer says again after 15 minutes.
  { call: 'complete', missed: 401, right: 401 },
] as const)('unknown tokens: $call', ({ call, missed, right }) => {
  const send = calls[call];

  test('allows a hundred from an address in 15 minutes', async () => {
    const { username, refreshToken } = await signIn();
    for (let miss = 0; miss < MOST_MISSES; miss += 1) {
      expect((await send(username, anyToken())).statusCode).toBe(missed);
    }
    server.setNow(TEST_NOW + 10 * MINUTE);
    for (const token of [anyToken(), anyToken(), refreshToken]) {
      const refused = await send(username, token);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('300');
      expect(refused.json<Problem>()).toMatchObject({
        code: 'too_many_attempts',
        detail: expect.stringMatching(/Réessayez dans 5\sminutes\./),
      });
    }
    server.setNow(TEST_NOW + 15 * MINUTE);
    expect((await send(username, refreshToken)).statusCode).toBe(right);
  });
});

test('a caller told to wait stays signed in, others do not wait, and one security event is recorded', async () => {
  const { username, refreshToken } = await signIn();
  for (let miss = 0; miss < MOST_MISSES + 5; miss += 1) {
    await (miss % 2 === 0 ? calls.refresh : calls.logout)(username, anyToken());
  }
  expect((await calls.refresh(username, refreshToken)).statusCode).toBe(429);
  const elsewhere = await post('/auth/refresh', { username, refreshToken }, randomUUID());
  expect(elsewhere.statusCode).toBe(200);
  expect(await securityEvents(server.deps.db, 'session.', { address })).toMatchObject([
    { action: 'session.throttled', actor: 'nobody', subject: null },
  ]);
});

test('valid refresh tokens have no limit', async () => {
  const { username, ...first } = await signIn();
  let { refreshToken } = first;
  for (let time = 0; time <= MOST_MISSES; time += 1) {
    const answer = await calls.refresh(username, refreshToken);
    expect(answer.statusCode).toBe(200);
    ({ refreshToken } = answer.json<SessionTokens>());
  }
  expect((await calls.logout(username, refreshToken)).statusCode).toBe(204);
});

test('an address told to wait causes no query', async () => {
  let queries = 0;
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const identity = embeddedIdentity({ ...server.deps, db });
  const app = await useServer({ ...server.deps, db, identity });
  const payload = { username: 'nobody@test.example', refreshToken: anyToken() };
  const refresh = () =>
    app.inject({ method: 'POST', url: '/api/auth/refresh', payload, remoteAddress: address });
  for (let miss = 0; miss <= MOST_MISSES; miss += 1) await refresh();
  expect(queries).toBeGreaterThan(MOST_MISSES);
  queries = 0;
  expect((await refresh()).statusCode).toBe(429);
  expect(queries).toBe(0);
});
