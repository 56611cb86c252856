import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { identityProviders } from '../testing/cognito-local.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import { codeOf, makeMerchant, pathsOf, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { sessionCalls } from '../testing/session-calls.ts';

describe.each(identityProviders())('with $provider', ({ isEmulated, options }) => {
  const server = useTestServer(options);
  const { signIn, refresh, signOut, choose, sessionOf, challengeOf, get } = sessionCalls(server);

  describe('a sign-in', () => {
    test('opens a session whose claims name the merchant, verified by the published keys', async () => {
      const { merchant, username } = await makeMerchant(server, { name: 'Café Été' });
      const { token, refreshToken } = await sessionOf(` ${username.toUpperCase()} `, TEST_PASSWORD);
      const keys = await server.app.inject({ url: '/api/.well-known/jwks.json' });
      const keySet = createLocalJWKSet(keys.json<JSONWebKeySet>());
      const currentDate = new Date(server.deps.clock.now());
      const { payload, protectedHeader } = await jwtVerify(token, keySet, { currentDate });
      expect(payload).toMatchObject({
        'custom:merchant_id': merchant.id,
        'custom:merchant_name': 'Café Été',
      });
      if (!isEmulated) {
        expect(refreshToken).toMatch(/^[\w-]{43}$/);
        expect(protectedHeader.alg).toBe('ES256');
        expect(payload).toMatchObject({
          token_use: 'user',
          name: 'Test User',
          username,
          exp: TEST_NOW / 1000 + 3600,
        });
        expect(keys.body).not.toContain('"d"');
      }
      expect((await get('/merchants', token)).json()).toMatchObject({ id: merchant.id });
    });

    test('fails alike for a wrong password and an unknown user', async () => {
      const { username } = await makeMerchant(server);
      const [first, ...others] = await Promise.all(
        [
          [username, 'Wrong-1234'],
          ['nobody@test.example', TEST_PASSWORD],
          ['no body', TEST_PASSWORD],
          [username, 'x'.repeat(1000)],
        ].map(async ([who = '', password = '']) => {
          const { requestId: _, ...problem } = (await signIn(who, password)).json<Problem>();
          return problem;
        }),
      );
      expect(first).toMatchObject({ code: 'sign_in_failed', status: 401 });
      expect(others).toEqual([first, first, first]);
    });
  });

  describe('a temporary password', () => {
    test('leads to a challenge, and the chosen password to a session', async () => {
      const username = await makeAccount(server, await makeMerchant(server));
      const challenge = await challengeOf(username, TEMPORARY_PASSWORD);
      expect(challenge).toMatchObject({
        challengeName: 'NEW_PASSWORD_REQUIRED',
        challengeParameters: { userAttributes: { email: username, name: 'Newcomer' } },
      });
      const chosen = await choose(username, 'My-Own-Pass-2', challenge.session);
      expect(chosen.statusCode).toBe(200);
      const { token, refreshToken } = chosen.json<SessionTokens>();
      expect((await get('/orders', token)).statusCode).toBe(200);
      // cognito-local drops the refresh token of an answered challenge.
      if (!isEmulated) expect((await refresh(username, refreshToken)).statusCode).toBe(200);
      expect((await signIn(username, 'My-Own-Pass-2')).json()).toHaveProperty('token');
      expect((await signIn(username, TEMPORARY_PASSWORD)).statusCode).toBe(401);
    });

    test('is not replaced with a forged challenge', async () => {
      const username = await makeAccount(server, await makeMerchant(server));
      for (const session of ['forged', 'a.b.c', 'x'.repeat(4000)]) {
        const answer = await choose(username, 'My-Own-Pass-2', session);
        expect(codeOf(answer)).toBe('challenge_expired');
      }
    });

    // cognito-local checks neither the temporary password nor the challenge's user.
    test.skipIf(isEmulated)('must be right, and is replaced once for each challenge', async () => {
      const username = await makeAccount(server, await makeMerchant(server));
      expect((await signIn(username, 'Temporary-2')).statusCode).toBe(401);
      const challenge = await challengeOf(username, TEMPORARY_PASSWORD);
      await choose(username, 'My-Own-Pass-2', challenge.session);
      const again = await choose(username, 'Another-Pass-3', challenge.session);
      expect(codeOf(again)).toBe('challenge_expired');
    });

    test('cannot be replaced by a password that breaks the rules', async () => {
      const username = await makeAccount(server, await makeMerchant(server));
      const challenge = await challengeOf(username, TEMPORARY_PASSWORD);
      const answer = await choose(username, 'too simple', challenge.session);
      expect(pathsOf(answer)?.[0]).toBe('newPassword');
    });
  });

  describe('a refresh token', () => {
    test('gives a session that works', async () => {
      const { merchant, username } = await makeMerchant(server);
      const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
      const renewed = (await refresh(username, refreshToken)).json<SessionTokens>();
      expect((await get('/merchants', renewed.token)).json()).toMatchObject({ id: merchant.id });
      expect((await refresh(username, renewed.refreshToken)).statusCode).toBe(200);
    });

    test('is refused alike when it is forged, ended or sent for another user, and stays valid', async () => {
      const [{ username }, other] = [await makeMerchant(server), await makeMerchant(server)];
      const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
      const ended = await sessionOf(other.username, TEST_PASSWORD);
      await signOut(ended.refreshToken);
      let first: object | undefined;
      for (const [who, token] of [
        [username, 'garbage'],
        [username, 'é , ø'],
        [username, `${refreshToken.slice(0, -4)}AAAA`],
        [other.username, refreshToken],
        ['nobody@test.example', refreshToken],
        [other.username, ended.refreshToken],
      ] as const) {
        const { requestId: _, ...problem } = (await refresh(who, token)).json<Problem>();
        first ??= problem;
        expect([token, problem]).toEqual([token, first]);
      }
      expect(first).toMatchObject({ code: 'refresh_refused', status: 401 });
      expect((await refresh(username, refreshToken)).statusCode).toBe(200);
    });

    test('gives nothing after signing out, which works with any token', async () => {
      const { username } = await makeMerchant(server);
      const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
      expect((await signOut(refreshToken)).statusCode).toBe(204);
      expect(codeOf(await refresh(username, refreshToken))).toBe('refresh_refused');
      for (const unknown of [refreshToken, 'garbage', 'é']) {
        expect((await signOut(unknown)).statusCode).toBe(204);
      }
    });
  });
});
