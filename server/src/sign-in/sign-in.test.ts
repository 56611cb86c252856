import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  createLocalJWKSet,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { NewPasswordChallenge } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeAccount } from '../testing/make-account.ts';
import { makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { MINUTE } from '@portage/contract/time';

const server = useTestServer();

const signIn = (username: string, password: string, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { username, password },
    headers,
  });

const listOrders = (authorization: string) =>
  server.app.inject({ method: 'GET', url: '/api/orders', headers: { authorization } });

describe('signing in', () => {
  test('gives a session whose claims name the merchant, verified by the published keys', async () => {
    const { merchant, username } = await makeMerchant(server, { name: 'Café Été' });
    const response = await signIn(` ${username.toUpperCase()} `, TEST_PASSWORD);
    expect(response.statusCode).toBe(200);
    const { token, refreshToken } = response.json<{ token: string; refreshToken: string }>();
    expect(refreshToken).toMatch(/^[\w-]{43}$/);

    const keys = await server.app.inject({ url: '/api/.well-known/jwks.json' });
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createLocalJWKSet(keys.json<JSONWebKeySet>()),
      { currentDate: new Date(TEST_NOW) },
    );
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toMatchObject({
      token_use: 'user',
      name: 'Test User',
      username,
      'custom:merchant_id': merchant.id,
      'custom:merchant_name': 'Café Été',
      exp: TEST_NOW / 1000 + 3600,
    });
    expect(keys.body).not.toContain('"d"');
  });

  test.each([
    ['a wrong password', 'known', 'Wrong-1234'],
    ['an unknown user', 'unknown', TEST_PASSWORD],
  ])('fails for %s with the same answer', async (_case, who, password) => {
    const { username } = await makeMerchant(server);
    const response = await signIn(who === 'known' ? username : 'nobody@test.example', password, {
      locale: 'fr',
    });
    expect(response.statusCode).toBe(401);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json<Problem>()).toMatchObject({
      code: 'sign_in_failed',
      detail: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    });
  });

  test('keeps only a hash of the password and of the refresh token', async () => {
    const { username, merchant } = await makeMerchant(server);
    const { refreshToken } = (await signIn(username, TEST_PASSWORD)).json<{
      refreshToken: string;
    }>();
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
    const challenge = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
    return { username, challenge };
  }

  const choose = (username: string, newPassword: string, session: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/complete_new_password_challenge',
      payload: { username, newPassword, session },
    });

  test('leads to a challenge, and the chosen password to a session', async () => {
    const { username, challenge } = await makeNewcomer();
    expect(challenge).toMatchObject({
      challengeName: 'NEW_PASSWORD_REQUIRED',
      challengeParameters: { userAttributes: { email: username, name: 'Newcomer' } },
    });
    const response = await choose(username, 'My-Own-Pass-2', challenge.session);
    expect(response.statusCode).toBe(200);
    const { token } = response.json<{ token: string }>();
    expect((await listOrders(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await signIn(username, 'My-Own-Pass-2')).json()).toHaveProperty('token');
    expect((await signIn(username, 'Temporary-1')).statusCode).toBe(401);
  });

  test('is not accepted as a chosen password', async () => {
    const { username, challenge } = await makeNewcomer();
    const refused = await choose(username, 'Temporary-1', challenge.session);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<Problem>().errors).toEqual([
      { path: 'newPassword', message: 'This is your temporary password. Choose another.' },
    ]);
    expect((await choose(username, 'My-Own-Pass-2', challenge.session)).statusCode).toBe(200);
  });

  test('cannot be replaced twice with one challenge', async () => {
    const { username, challenge } = await makeNewcomer();
    await choose(username, 'My-Own-Pass-2', challenge.session);
    const again = await choose(username, 'Another-Pass-3', challenge.session);
    expect(again.statusCode).toBe(401);
    expect(again.json<Problem>().code).toBe('challenge_expired');
  });

  test('must be replaced within ten minutes of signing in', async () => {
    const { username, challenge } = await makeNewcomer();
    server.setNow(TEST_NOW + 11 * MINUTE);
    const late = await choose(username, 'My-Own-Pass-2', challenge.session);
    expect(late.json<Problem>().code).toBe('challenge_expired');
    const again = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
    expect((await choose(username, 'My-Own-Pass-2', again.session)).statusCode).toBe(200);
    server.setNow(TEST_NOW);
  });

  test('and its replacement are recorded without the passwords', async () => {
    const { username, challenge } = await makeNewcomer();
    await choose(username.toUpperCase(), 'My-Own-Pass-2', challenge.session);
    const events = await server.deps.db
      .selectFrom('security_events')
      .selectAll()
      .where('actor', '=', username)
      .orderBy('action')
      .execute();
    expect(events).toMatchObject([
      {
        action: 'password.changed',
        address: '127.0.0.1',
        merchant_id: expect.any(String) as string,
      },
      { action: 'sign_in.succeeded', address: '127.0.0.1', merchant_id: null },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Temporary-1|My-Own-Pass-2/);
  });

  test('cannot be replaced by a password that breaks the rules', async () => {
    const { username, challenge } = await makeNewcomer();
    const response = await choose(username, 'too simple', challenge.session);
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors?.[0]?.path).toBe('newPassword');
  });

  test('cannot be replaced with a challenge of another user, or a forged one', async () => {
    const [one, other] = [await makeNewcomer(), await makeNewcomer()];
    for (const session of [other.challenge.session, 'forged', 'a.b.c']) {
      const response = await choose(one.username, 'My-Own-Pass-2', session);
      expect(response.json<Problem>().code).toBe('challenge_expired');
    }
  });

  test('is not a session: the challenge opens no call', async () => {
    const { challenge } = await makeNewcomer();
    const response = await listOrders(`Bearer ${challenge.session}`);
    expect(response.json<Problem>().code).toBe('invalid_token');
  });
});

describe('a call', () => {
  test('without a session is refused', async () => {
    const response = await server.app.inject({ url: '/api/orders' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.json<Problem>().code).toBe('not_signed_in');
  });

  test('is refused once the session has expired, a minute of clock skew aside', async () => {
    const { token } = await makeMerchant(server);
    try {
      server.setNow(TEST_NOW + 60 * MINUTE + 59_000);
      expect((await listOrders(`Bearer ${token}`)).statusCode).toBe(200);
      server.setNow(TEST_NOW + 62 * MINUTE);
      expect((await listOrders(`Bearer ${token}`)).json<Problem>().code).toBe('invalid_token');
    } finally {
      server.setNow(TEST_NOW);
    }
  });

  test('is refused with a token signed by another key or none, or malformed', async () => {
    const { token } = await makeMerchant(server);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    expect(await exportJWK(privateKey)).toHaveProperty('d');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      string
    >;
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const other = { ...claims, 'custom:merchant_id': '019c0000-0000-7000-8000-000000000000' };
    const altered = [
      header,
      Buffer.from(JSON.stringify(other)).toString('base64url'),
      signature,
    ].join('.');

    for (const bad of [forged, none, altered, 'nonsense', '..', 'é']) {
      const response = await listOrders(`Bearer ${encodeURI(bad)}`);
      expect([bad, response.json<Problem>().code]).toEqual([bad, 'invalid_token']);
    }
    expect((await listOrders('Basic abc')).json<Problem>().code).toBe('not_signed_in');
  });
});
