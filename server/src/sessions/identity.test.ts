import { createLocalJWKSet, generateKeyPair, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '@portage/contract/errors';
import type { NewPasswordChallenge, SessionTokens } from '@portage/contract/sessions';
import { TEST_NOW, useTestServer, type TestServerOptions } from '../testing/build-test-server.ts';
import { LOCAL_POOL_CODE, useLocalPool } from '../testing/cognito-local.ts';
import { makeMerchant, TEST_PASSWORD, type TestMerchant } from '../testing/make-merchant.ts';
import { openCognito } from './open-cognito.ts';

const localPool = useLocalPool();

const providers: { provider: string; isEmulated: boolean; options: TestServerOptions }[] = [
  { provider: 'the embedded identity', isEmulated: false, options: { startsAt: TEST_NOW } },
  {
    provider: 'a user pool of Amazon Cognito',
    // By cognito-local, which lacks some of what the service does: the tests name it.
    isEmulated: true,
    options: {
      openIdentity: (deps) => openCognito(deps, localPool),
      // The emulator's tokens are of this moment.
      startsAt: Date.now(),
    },
  },
];

describe.each(providers)('with $provider', ({ isEmulated, options }) => {
  const server = useTestServer(options);

  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api${url}`, payload });
  const signIn = (username: string, password: string) =>
    post('/auth/token', { username, password });
  const refresh = (username: string, refreshToken: string) =>
    post('/auth/refresh', { username, refreshToken });
  const choose = (username: string, newPassword: string, session: string) =>
    post('/users/complete_new_password_challenge', { username, newPassword, session });
  const get = (url: string, token: string) =>
    server.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });

  async function sessionOf(username: string, password = TEST_PASSWORD): Promise<SessionTokens> {
    return (await signIn(username, password)).json<SessionTokens>();
  }

  /** An account besides the merchant's first user. */
  async function makeAccount({ merchant }: TestMerchant, kind: 'user' | 'service') {
    const username = kind === 'user' ? `new-${uuidv7()}@test.example` : `svc-${uuidv7()}`;
    await server.deps.identity.createAccount(server.deps.db, {
      merchantId: merchant.id,
      merchantName: merchant.name,
      username,
      name: 'Newcomer',
      kind,
      password: 'Temporary-1',
      mustChangePassword: kind === 'user',
    });
    return username;
  }

  /** Asks for a code and waits until the background has sent it. */
  async function requestCode(username: string): Promise<void> {
    await post('/users/reset_password', { username });
    await vi.waitFor(async () => {
      const waiting = await sql`
        select 1 from graphile_worker.jobs where task_identifier = 'request-password-reset'
      `.execute(server.deps.db);
      expect(waiting.rows).toEqual([]);
    });
  }

  /** The code that was mailed: the embedded identity puts its mails into the outbox. */
  async function codeFor(username: string): Promise<string> {
    if (isEmulated) return LOCAL_POOL_CODE;
    const { text } = await server.deps.db
      .selectFrom('mails')
      .select('text')
      .where('recipient', '=', username)
      .executeTakeFirstOrThrow();
    return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
  }

  describe('a sign-in', () => {
    test('opens a session whose claims name the merchant, verified by the published keys', async () => {
      const { merchant, username } = await makeMerchant(server, { name: 'Café Été' });
      const { token } = await sessionOf(` ${username.toUpperCase()} `);
      const keys = (
        await server.app.inject({ url: '/api/.well-known/jwks.json' })
      ).json<JSONWebKeySet>();
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        currentDate: new Date(server.deps.clock.now()),
      });
      expect(payload).toMatchObject({
        'custom:merchant_id': merchant.id,
        'custom:merchant_name': 'Café Été',
      });
      // cognito-local leaves the name out of its tokens.
      if (!isEmulated) expect(payload).toMatchObject({ name: 'Test User' });
      const profile = await get('/merchants', token);
      expect(profile.json()).toMatchObject({ id: merchant.id });
    });

    test('fails alike for a wrong password and an unknown user', async () => {
      const { username } = await makeMerchant(server);
      const answers = await Promise.all([
        signIn(username, 'Wrong-1234'),
        signIn('nobody@test.example', TEST_PASSWORD),
        signIn('no body', TEST_PASSWORD),
        signIn(username, 'x'.repeat(1000)),
      ]);
      const said = answers.map((answer) => {
        const { requestId: _, ...problem } = answer.json<Problem>();
        return problem;
      });
      expect(said[0]).toMatchObject({ code: 'sign_in_failed', status: 401 });
      expect(said.slice(1)).toEqual([said[0], said[0], said[0]]);
    });
  });

  describe('a temporary password', () => {
    test('leads to a challenge, and the chosen password to a session', async () => {
      const username = await makeAccount(await makeMerchant(server), 'user');
      const challenge = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
      expect(challenge).toMatchObject({
        challengeName: 'NEW_PASSWORD_REQUIRED',
        challengeParameters: { userAttributes: { email: username, name: 'Newcomer' } },
      });
      const chosen = await choose(username, 'My-Own-Pass-2', challenge.session);
      expect(chosen.statusCode).toBe(200);
      expect((await get('/orders', chosen.json<SessionTokens>().token)).statusCode).toBe(200);
      expect((await signIn(username, 'My-Own-Pass-2')).json()).toHaveProperty('token');
      expect((await signIn(username, 'Temporary-1')).statusCode).toBe(401);
    });

    test('is replaced with no challenge but one of the provider’s', async () => {
      const username = await makeAccount(await makeMerchant(server), 'user');
      await signIn(username, 'Temporary-1');
      for (const session of ['forged', 'a.b.c', 'x'.repeat(4000)]) {
        const answer = await choose(username, 'My-Own-Pass-2', session);
        expect(answer.json<Problem>().code).toBe('challenge_expired');
      }
    });

    // cognito-local checks neither the temporary password nor the challenge.
    test.skipIf(isEmulated)('must be right, and is replaced once a challenge', async () => {
      const username = await makeAccount(await makeMerchant(server), 'user');
      expect((await signIn(username, 'Temporary-2')).statusCode).toBe(401);
      const challenge = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
      await choose(username, 'My-Own-Pass-2', challenge.session);
      const again = await choose(username, 'Another-Pass-3', challenge.session);
      expect(again.json<Problem>().code).toBe('challenge_expired');
    });

    test('cannot be replaced by a password that breaks the rules', async () => {
      const username = await makeAccount(await makeMerchant(server), 'user');
      const challenge = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
      const answer = await choose(username, 'too simple', challenge.session);
      expect(answer.json<Problem>().errors?.[0]?.path).toBe('newPassword');
    });
  });

  describe('a refresh token', () => {
    test('buys a session that works', async () => {
      const { merchant, username } = await makeMerchant(server);
      const { refreshToken } = await sessionOf(username);
      const renewed = (await refresh(username, refreshToken)).json<SessionTokens>();
      expect((await get('/merchants', renewed.token)).json()).toMatchObject({ id: merchant.id });
      expect((await refresh(username, renewed.refreshToken)).statusCode).toBe(200);
    });

    // cognito-local does not keep the refresh token of a challenge.
    test.skipIf(isEmulated)('of a first password of one’s own buys a session, too', async () => {
      const username = await makeAccount(await makeMerchant(server), 'user');
      const challenge = (await signIn(username, 'Temporary-1')).json<NewPasswordChallenge>();
      const chosen = await choose(username, 'My-Own-Pass-2', challenge.session);
      const { refreshToken } = chosen.json<SessionTokens>();
      expect((await refresh(username, refreshToken)).statusCode).toBe(200);
    });

    test('is refused when it is forged, or sent for another user', async () => {
      const [{ username }, other] = [await makeMerchant(server), await makeMerchant(server)];
      const { refreshToken } = await sessionOf(username);
      const altered = `${refreshToken.slice(0, -4)}AAAA`;
      for (const [who, token] of [
        [username, 'garbage'],
        [username, 'é , ø'],
        [username, altered],
        [other.username, refreshToken],
      ] as const) {
        const answer = await refresh(who, token);
        expect([token, answer.json<Problem>().code]).toEqual([token, 'refresh_refused']);
      }
    });

    test('buys nothing after signing out, which unknown tokens may do, too', async () => {
      const { username } = await makeMerchant(server);
      const { refreshToken } = await sessionOf(username);
      expect((await post('/auth/logout', { refreshToken })).statusCode).toBe(204);
      expect((await refresh(username, refreshToken)).json<Problem>().code).toBe('refresh_refused');
      for (const unknown of [refreshToken, 'garbage', 'é']) {
        const answer = await post('/auth/logout', { refreshToken: unknown });
        expect(answer.statusCode).toBe(204);
      }
    });
  });

  describe('a forgotten password', () => {
    const confirm = (username: string, code: string) =>
      post('/users/confirm_new_password', { username, code, newPassword: 'My-New-Pass-2' });

    test('is replaced by the one chosen with the code from the mail', async () => {
      const { username } = await makeMerchant(server);
      await requestCode(username);
      expect((await confirm(username, await codeFor(username))).statusCode).toBe(204);
      expect((await signIn(username, 'My-New-Pass-2')).json()).toHaveProperty('token');
      expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(401);
    });

    test('stays as it is for a wrong code', async () => {
      const { username } = await makeMerchant(server);
      await requestCode(username);
      const wrong = (await codeFor(username)) === '000000' ? '111111' : '000000';
      const answer = await confirm(username, wrong);
      expect(answer.json<Problem>()).toMatchObject({ code: 'reset_code_wrong', status: 400 });
      expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
    });

    // cognito-local cannot end a user's sessions (AdminUserGlobalSignOut).
    test.skipIf(isEmulated)('once replaced ends the sessions before', async () => {
      const { username } = await makeMerchant(server);
      const { refreshToken } = await sessionOf(username);
      await requestCode(username);
      await confirm(username, await codeFor(username));
      expect((await refresh(username, refreshToken)).json<Problem>().code).toBe('refresh_refused');
    });

    test('may be asked about for anybody: the answer is the same', async () => {
      const { username } = await makeMerchant(server);
      const known = await post('/users/reset_password', { username });
      const unknown = await post('/users/reset_password', { username: 'nobody@test.example' });
      expect(known.statusCode).toBe(204);
      expect([unknown.statusCode, unknown.body]).toEqual([204, known.body]);
      await requestCode('no body');
      const answer = await confirm('no body', '000000');
      expect(answer.json<Problem>().code).toMatch(/^reset_code_(wrong|expired)$/);
    });
  });

  describe('an account', () => {
    test('is refused a username that somebody has', async () => {
      const { merchant, username } = await makeMerchant(server);
      const { identity, db } = server.deps;
      const again = identity.createAccount(db, {
        merchantId: merchant.id,
        merchantName: merchant.name,
        username,
        name: 'Somebody Else',
        kind: 'user',
        password: 'Temporary-1',
        mustChangePassword: true,
      });
      await expect(again).rejects.toMatchObject({ code: 'username_taken' });
    });

    test('of a service user calls for orders, not for what people do, until it is deleted', async () => {
      const { db, identity } = server.deps;
      const merchant = await makeMerchant(server);
      const username = await makeAccount(merchant, 'service');
      const { token, refreshToken } = await sessionOf(username, 'Temporary-1');
      expect(await identity.verify(token)).toMatchObject({
        username,
        kind: 'service',
        merchantId: merchant.merchant.id,
      });
      expect((await get('/users/service', token)).statusCode).not.toBe(200);

      await identity.deleteAccount(db, username);
      expect((await signIn(username, 'Temporary-1')).statusCode).toBe(401);
      expect((await refresh(username, refreshToken)).json<Problem>().code).toBe('refresh_refused');
      await identity.deleteAccount(db, username);
    });
  });

  describe('a token', () => {
    test('is refused once it has expired, a minute of clock skew aside', async () => {
      const { token } = await makeMerchant(server);
      const { exp = 0 } = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      ) as { exp?: number };
      const present = server.deps.clock.now();
      try {
        server.setNow((exp + 59) * 1000);
        expect((await get('/orders', token)).statusCode).toBe(200);
        server.setNow((exp + 600) * 1000);
        expect((await get('/orders', token)).json<Problem>().code).toBe('invalid_token');
      } finally {
        server.setNow(present);
      }
    });

    test('is refused when another key or none signed it, or its claims were changed', async () => {
      const { token } = await makeMerchant(server);
      const [header = '', payload = '', signature = ''] = token.split('.');
      const read = (part: string) =>
        JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, string>;
      const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
      const { alg = '', kid = '' } = read(header);
      const { privateKey } = await generateKeyPair(alg);
      const forged = await new SignJWT(read(payload))
        .setProtectedHeader({ alg, kid })
        .sign(privateKey);
      const altered = write({ ...read(payload), 'custom:merchant_id': uuidv7() });
      for (const bad of [
        forged,
        `${write({ alg: 'none' })}.${payload}.`,
        `${header}.${altered}.${signature}`,
        'nonsense',
        '..',
      ]) {
        expect([bad, (await get('/orders', bad)).json<Problem>().code]).toEqual([
          bad,
          'invalid_token',
        ]);
      }
    });
  });
});
