import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MINUTE } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import { codeOf, errorsOf, makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const server = useTestServer();
const { sessionOf, challengeOf, choose } = sessionCalls(server);

describe('signing in', () => {
  test('with a wrong password fails in the language of the request', async () => {
    const { username } = await makeMerchant(server);
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/token',
      headers: { locale: 'fr' },
      payload: { username, password: 'Wrong-1234' },
    });
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json<Problem>().detail).toBe(
      'Le nom d’utilisateur ou le mot de passe est incorrect.',
    );
  });

  test('keeps only a hash of the password and of the refresh token', async () => {
    const { username, merchant } = await makeMerchant(server);
    const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
    const users = await server.deps.db
      .selectFrom('users')
      .selectAll()
      .where('merchant_id', '=', merchant.id)
      .execute();
    const tokens = await server.deps.db.selectFrom('refresh_tokens').selectAll().execute();
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify([users, tokens])).not.toContain(TEST_PASSWORD);
    expect(tokens.some((row) => row.token_hash.toString('utf8').includes(refreshToken))).toBe(
      false,
    );
  });
});

describe('a temporary password', () => {
  async function makeNewcomer() {
    const username = await makeAccount(server, await makeMerchant(server));
    const challenge = await challengeOf(username, TEMPORARY_PASSWORD);
    return { username, challenge };
  }

  test('is not accepted as a chosen password', async () => {
    const { username, challenge } = await makeNewcomer();
    const refused = await choose(username, TEMPORARY_PASSWORD, challenge.session);
    expect(refused.statusCode).toBe(400);
    expect(errorsOf(refused)).toEqual([
      { path: 'newPassword', message: 'This is your temporary password. Choose another.' },
    ]);
    expect((await choose(username, 'My-Own-Pass-2', challenge.session)).statusCode).toBe(200);
  });

  test('is replaced by one of many simultaneous answers', async () => {
    const { username, challenge } = await makeNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        choose(username, `My-Own-Pass-${nth}`, challenge.session),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('must be replaced within ten minutes of signing in', async () => {
    const { username, challenge } = await makeNewcomer();
    server.setNow(TEST_NOW + 11 * MINUTE);
    const late = await choose(username, 'My-Own-Pass-2', challenge.session);
    expect(codeOf(late)).toBe('challenge_expired');
    const again = await challengeOf(username, TEMPORARY_PASSWORD);
    expect((await choose(username, 'My-Own-Pass-2', again.session)).statusCode).toBe(200);
  });

  test('and its replacement are recorded without the passwords', async () => {
    const { username, challenge } = await makeNewcomer();
    await choose(username.toUpperCase(), 'My-Own-Pass-2', challenge.session);
    const events = await securityEvents(server.deps.db, '', { actor: username });
    expect(events).toMatchObject([
      { action: 'sign_in.succeeded', address: '127.0.0.1', merchantId: null },
      {
        action: 'password.changed',
        address: '127.0.0.1',
        merchantId: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Temporary-1|My-Own-Pass-2/);
  });

  test('cannot be replaced with a challenge of another user', async () => {
    const [one, other] = [await makeNewcomer(), await makeNewcomer()];
    const response = await choose(one.username, 'My-Own-Pass-2', other.challenge.session);
    expect(codeOf(response)).toBe('challenge_expired');
  });
});

test('a call without a session is refused', async () => {
  for (const headers of [{}, { authorization: 'Basic abc' }]) {
    const response = await server.app.inject({ url: '/api/orders', headers });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(codeOf(response)).toBe('not_signed_in');
  }
});
