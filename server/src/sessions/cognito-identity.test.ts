import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode, Problem } from '@portage/contract/errors';
import { createMerchant } from '../merchants/create-merchant.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { merchantProfile, TEST_PASSWORD } from '../testing/make-merchant.ts';
import {
  fault,
  reply,
  useScriptedPool,
  type PoolKey,
  type ScriptedAnswer,
} from '../testing/scripted-pool.ts';
import type { Identity, NewAccount } from './identity.ts';
import { openCognito } from './open-cognito.ts';

// What the service answers by its reference, and no emulator does.

const OWN_ATTRIBUTES = ['custom:merchant_id', 'custom:merchant_name', 'custom:kind'];
const USERNAME = 'zoe@example.com';
const CHALLENGE = 'a challenge of the service';

const pool = useScriptedPool();
const merchant = merchantProfile({ name: 'Café Été' });
const client = {
  ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  ReadAttributes: OWN_ATTRIBUTES,
};
const description = {
  DescribeUserPool: reply({
    UserPool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } },
  }),
  DescribeUserPoolClient: reply({ UserPoolClient: client }),
};

let key: PoolKey;

const server = useTestServer({
  async openIdentity(deps) {
    key = await pool.makeKey('only');
    pool.keys = [key.jwk];
    pool.answers = { ...description };
    return openCognito(deps, pool.settings);
  },
});

beforeAll(() => createMerchant(server.deps.db, merchant));

afterEach(() => {
  pool.answers = { ...description };
  pool.calls.length = 0;
});

/** An ID token of the pool for the merchant's user, but for some claims. */
const idToken = (changes: Record<string, unknown> = {}) =>
  key.sign({
    sub: 'b7d0a8c4-0000-4000-8000-000000000000',
    aud: pool.settings.clientId,
    iss: `${pool.settings.endpoint}/${pool.settings.poolId}`,
    iat: TEST_NOW / 1000,
    exp: TEST_NOW / 1000 + 3600,
    token_use: 'id',
    name: 'Zoé Roy',
    'cognito:username': USERNAME,
    'custom:merchant_id': merchant.id,
    'custom:merchant_name': merchant.name,
    ...changes,
  });

const account: NewAccount = {
  merchantId: merchant.id,
  merchantName: merchant.name,
  username: USERNAME,
  name: 'Zoé Roy',
  kind: 'user',
  phone: '+14165550142',
  password: 'Temporary-1',
  mustChangePassword: true,
};

const signIn: Act = (identity) => identity.signIn({ username: USERNAME, password: TEST_PASSWORD });
const complete: Act = (identity) =>
  identity.completeNewPassword({ username: USERNAME, newPassword: 'My-Own-1', session: CHALLENGE });
const refresh: Act = (identity) =>
  identity.refresh({ username: USERNAME, refreshToken: 'refresh-token' });
const signOut: Act = (identity) => identity.signOut('refresh-token');
const requestReset: Act = (identity) => identity.requestPasswordReset(USERNAME, 'fr');
const confirmReset: Act = (identity) =>
  identity.confirmPasswordReset({ username: USERNAME, newPassword: 'My-Own-1', code: '123456' });
const create: Act = (identity) => identity.createAccount(server.deps.db, account);
const remove: Act = (identity) => identity.deleteAccount(server.deps.db, USERNAME);

type Act = (identity: Identity) => Promise<unknown>;

describe('an error of the service becomes what the caller can do about it', () => {
  test.each<[string, Act, string, string, ErrorCode]>([
    ['a sign-in', signIn, 'InitiateAuth', 'NotAuthorizedException', 'sign_in_failed'],
    ['a sign-in', signIn, 'InitiateAuth', 'UserNotFoundException', 'sign_in_failed'],
    ['a sign-in', signIn, 'InitiateAuth', 'PasswordResetRequiredException', 'sign_in_failed'],
    ['a sign-in', signIn, 'InitiateAuth', 'UserNotConfirmedException', 'sign_in_failed'],
    ['a sign-in', signIn, 'InitiateAuth', 'TooManyRequestsException', 'busy'],
    ['a sign-in', signIn, 'InitiateAuth', 'InternalErrorException', 'sign_in_unavailable'],
    [
      'a new password',
      complete,
      'RespondToAuthChallenge',
      'NotAuthorizedException',
      'challenge_expired',
    ],
    [
      'a new password',
      complete,
      'RespondToAuthChallenge',
      'CodeMismatchException',
      'challenge_expired',
    ],
    [
      'a new password',
      complete,
      'RespondToAuthChallenge',
      'ExpiredCodeException',
      'challenge_expired',
    ],
    [
      'a new password',
      complete,
      'RespondToAuthChallenge',
      'InvalidPasswordException',
      'invalid_request',
    ],
    ['a refresh', refresh, 'InitiateAuth', 'NotAuthorizedException', 'refresh_refused'],
    ['a refresh', refresh, 'InitiateAuth', 'UserNotFoundException', 'refresh_refused'],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'CodeMismatchException',
      'reset_code_wrong',
    ],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'ExpiredCodeException',
      'reset_code_expired',
    ],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'TooManyFailedAttemptsException',
      'reset_code_expired',
    ],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'UserNotFoundException',
      'reset_code_expired',
    ],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'LimitExceededException',
      'too_many_attempts',
    ],
    [
      'a confirmation',
      confirmReset,
      'ConfirmForgotPassword',
      'PasswordHistoryPolicyViolationException',
      'invalid_request',
    ],
    ['a creation', create, 'AdminCreateUser', 'UsernameExistsException', 'username_taken'],
  ])('%s: %s', async (_case, act, operation, name, code) => {
    pool.answers[operation] = fault(name, name === 'InternalErrorException' ? 500 : 400);
    await expect(act(server.deps.identity)).rejects.toMatchObject({ code });
  });

  test.each<[string, Act, string, string]>([
    ['a sign-out', signOut, 'RevokeToken', 'UnsupportedTokenTypeException'],
    ['a request for a code', requestReset, 'ForgotPassword', 'UserNotFoundException'],
    ['a request for a code', requestReset, 'ForgotPassword', 'InvalidParameterException'],
    ['a request for a code', requestReset, 'ForgotPassword', 'NotAuthorizedException'],
    ['a request for a code', requestReset, 'ForgotPassword', 'LimitExceededException'],
    ['a deletion', remove, 'AdminDeleteUser', 'UserNotFoundException'],
  ])('or none at all, in %s: %s', async (_case, act, operation, name) => {
    pool.answers[operation] = fault(name);
    await expect(act(server.deps.identity)).resolves.toBeUndefined();
  });
});

describe('what only an operator can mend is never said to be the caller’s fault', () => {
  const post = (payload: object) =>
    server.app.inject({ method: 'POST', url: '/api/auth/token', payload });

  test.each([
    ['credentials of the server that may not do this', fault('AccessDeniedException'), 500],
    ['an app client without the flow', fault('InvalidParameterException'), 500],
    ['a service that is ill', fault('InternalErrorException', 500), 503],
    [
      'a pool that asks for a second factor',
      reply({ ChallengeName: 'SMS_MFA', Session: CHALLENGE }),
      500,
    ],
  ])('%s', async (_case, answer, status) => {
    pool.answers['InitiateAuth'] = answer;
    const response = await post({ username: USERNAME, password: TEST_PASSWORD });
    expect(response.statusCode).toBe(status);
    expect(response.body).not.toContain('Exception');
  });

  test('a pool that issues tokens for somebody else', async () => {
    const token = await idToken({ aud: 'other' });
    pool.answers['InitiateAuth'] = session(token);
    const response = await post({ username: USERNAME, password: TEST_PASSWORD });
    expect(response.json<Problem>().code).toBe('internal_error');
  });

  test('a service that cannot be reached', async () => {
    const nowhere = { ...pool.settings, endpoint: 'http://127.0.0.1:1' };
    await expect(openCognito(server.deps, nowhere)).rejects.toThrow(
      /^The user pool local_Scripted .* cannot be used: .*ECONNREFUSED/,
    );
  });
});

const session = (token: string, refreshToken?: string): ScriptedAnswer =>
  reply({ AuthenticationResult: { IdToken: token, RefreshToken: refreshToken } });

describe('a user of the pool', () => {
  test('without a merchant of ours is let in nowhere', async () => {
    const token = await idToken({ 'custom:merchant_id': '019c0000-0000-7000-8000-000000000000' });
    pool.answers['InitiateAuth'] = session(token, 'refresh-token');
    await expect(signIn(server.deps.identity)).rejects.toMatchObject({
      code: 'account_not_linked',
    });
    const response = await server.app.inject({
      url: '/api/orders',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(403);
  });

  test('is created with the attributes that name the merchant, and without a mail of the pool’s', async () => {
    pool.answers['AdminCreateUser'] = reply({});
    await create(server.deps.identity);
    expect(pool.calls.at(-1)).toMatchObject({
      operation: 'AdminCreateUser',
      body: {
        Username: USERNAME,
        MessageAction: 'SUPPRESS',
        TemporaryPassword: 'Temporary-1',
        UserAttributes: [
          { Name: 'name', Value: 'Zoé Roy' },
          { Name: 'phone_number', Value: '+14165550142' },
          { Name: 'email', Value: USERNAME },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'custom:merchant_id', Value: merchant.id },
          { Name: 'custom:merchant_name', Value: 'Café Été' },
        ],
      },
    });
  });

  test('that is a service user does not stay when its password could not be set', async () => {
    pool.answers = {
      AdminCreateUser: reply({}),
      AdminSetUserPassword: fault('InvalidPasswordException'),
      AdminDeleteUser: reply({}),
    };
    const service: NewAccount = { ...account, kind: 'service', mustChangePassword: false };
    const creation = server.deps.identity.createAccount(server.deps.db, service);
    await expect(creation).rejects.toThrow('InvalidPasswordException');
    expect(pool.calls.map(({ operation }) => operation)).toEqual([
      'AdminCreateUser',
      'AdminSetUserPassword',
      'AdminDeleteUser',
    ]);
    expect(JSON.stringify(pool.calls[0]?.body)).toContain('"custom:kind"');
  });

  test('is not created with a username that no pool can hold', async () => {
    const long = { ...account, username: `${'x'.repeat(128)}@example.com` };
    const creation = server.deps.identity.createAccount(server.deps.db, long);
    await expect(creation).rejects.toMatchObject({ code: 'invalid_request' });
    expect(pool.calls).toEqual([]);
  });

  test('gets a new password, and loses every session', async () => {
    pool.answers = { ConfirmForgotPassword: reply({}), AdminUserGlobalSignOut: reply({}) };
    await confirmReset(server.deps.identity);
    expect(pool.calls.at(-1)).toMatchObject({
      operation: 'AdminUserGlobalSignOut',
      body: { UserPoolId: pool.settings.poolId, Username: USERNAME },
    });
  });

  test('has the new password even where the sessions could not be ended', async () => {
    pool.answers = {
      ConfirmForgotPassword: reply({}),
      AdminUserGlobalSignOut: fault('AccessDeniedException'),
    };
    await expect(confirmReset(server.deps.identity)).resolves.toBeUndefined();
  });
});

describe('a refresh token', () => {
  test('that does not rotate is handed back', async () => {
    const token = await idToken();
    pool.answers['InitiateAuth'] = session(token);
    expect(await refresh(server.deps.identity)).toEqual({ token, refreshToken: 'refresh-token' });
  });

  test('that rotates is traded for the next, and a replayed one is noticed', async () => {
    const rotating = { ...client, RefreshTokenRotation: { Feature: 'ENABLED' } };
    pool.answers['DescribeUserPoolClient'] = reply({ UserPoolClient: rotating });
    const identity = await openCognito(server.deps, pool.settings);
    const token = await idToken();
    pool.answers['GetTokensFromRefreshToken'] = session(token, 'next-token');
    expect(await refresh(identity)).toEqual({ token, refreshToken: 'next-token' });
    pool.answers['GetTokensFromRefreshToken'] = fault('RefreshTokenReuseException');
    expect(await refresh(identity)).toBe('replayed');
  });
});
