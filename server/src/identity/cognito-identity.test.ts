import { describe, expect, test } from 'vitest';
import type { Identity, NewAccount } from '../sessions/identity.ts';
import { TEST_NOW } from '../testing/build-test-server.ts';
import { codeOf } from '../testing/make-merchant.ts';
import { fault, reply, type ScriptedAnswer } from '../testing/scripted-pool.ts';
import { softwarePasskey } from '../testing/software-passkey.ts';
import { POOL_CLIENT, POOL_USERNAME, usePoolServer } from '../testing/use-pool-server.ts';
import { openCognito } from './open-cognito.ts';

const { server, pool, merchant, idToken } = usePoolServer();

const session = (token: string, refreshToken?: string): ScriptedAnswer =>
  reply({ AuthenticationResult: { IdToken: token, RefreshToken: refreshToken } });

const account: Omit<NewAccount, 'merchantId' | 'merchantName'> = {
  username: POOL_USERNAME,
  name: 'Zoé Roy',
  kind: 'user',
  phone: '+14165550142',
  password: 'Temporary-1',
  mustChangePassword: true,
};

async function create(changes: Partial<NewAccount> = {}): Promise<void> {
  const createAccount = await server.deps.identity.prepareAccount({
    merchantId: merchant.id,
    merchantName: merchant.name,
    ...account,
    ...changes,
  });
  await createAccount(server.deps.db);
}

describe('a user of the pool', () => {
  const rp = { id: 'portage.example', name: 'Portage' };
  const passkeyResponse = softwarePasskey().create({ challenge: 'c2FtcGxl', rp });
  test('of an unknown merchant is refused everywhere', async () => {
    const token = await idToken({ 'custom:merchant_id': '019c0000-0000-7000-8000-000000000000' });
    pool.answers['InitiateAuth'] = session(token, 'refresh-token');
    const signIn = server.deps.identity.signIn({ username: POOL_USERNAME, password: 'My-Own-1' });
    await expect(signIn).rejects.toMatchObject({ code: 'account_not_linked' });
    const headers = { authorization: `Bearer ${token}` };
    const response = await server.app.inject({ url: '/api/orders', headers });
    expect(response.statusCode).toBe(403);
  });

  test.each<['POST' | 'PATCH', string, object?]>([
    ['POST', 'app'],
    ['POST', 'app/confirmation', { code: '123456' }],
    ['POST', 'passkeys/options'],
    ['POST', 'passkeys', { name: 'Laptop', response: passkeyResponse }],
    ['PATCH', 'requirement', { isRequired: true }],
  ])('has no second factor of Portage: %s %s', async (method, path, payload) => {
    const token = await idToken({ auth_time: TEST_NOW / 1000 });
    const headers = { authorization: `Bearer ${token}` };
    const url = `/api/second-factor/${path}`;
    const response = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(codeOf(response)).toBe('second_factor_not_offered');
  });

  test('sees that Portage offers it no second factor', async () => {
    const headers = { authorization: `Bearer ${await idToken()}` };
    const state = await server.app.inject({ url: '/api/second-factor', headers });
    expect(state.json()).toMatchObject({ isOffered: false, isRequired: false });
  });

  test('is created with its merchant’s attributes, and without a mail from the pool', async () => {
    pool.answers['AdminCreateUser'] = reply({});
    await create();
    expect(pool.calls).toEqual([
      {
        operation: 'AdminCreateUser',
        body: {
          UserPoolId: pool.settings.poolId,
          Username: POOL_USERNAME,
          MessageAction: 'SUPPRESS',
          TemporaryPassword: 'Temporary-1',
          UserAttributes: [
            { Name: 'name', Value: 'Zoé Roy' },
            { Name: 'phone_number', Value: '+14165550142' },
            { Name: 'email', Value: POOL_USERNAME },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'custom:merchant_id', Value: merchant.id },
            { Name: 'custom:merchant_name', Value: 'Café Été' },
          ],
        },
      },
    ]);
  });

  test('that is a service user is removed when its password could not be set', async () => {
    pool.answers = {
      AdminCreateUser: reply({}),
      AdminSetUserPassword: fault('InvalidPasswordException'),
      AdminDeleteUser: reply({}),
    };
    const creation = create({ kind: 'service', mustChangePassword: false });
    await expect(creation).rejects.toThrow('InvalidPasswordException');
    expect(pool.calls.map(({ operation }) => operation)).toEqual([
      'AdminCreateUser',
      'AdminSetUserPassword',
      'AdminDeleteUser',
    ]);
  });

  test('is not created with a username that no pool accepts', async () => {
    const creation = create({ username: `${'x'.repeat(128)}@example.com` });
    await expect(creation).rejects.toMatchObject({ code: 'invalid_request' });
    expect(pool.calls).toEqual([]);
  });
});

describe('a new password for a forgotten one', () => {
  const confirm = () =>
    server.deps.identity.confirmPasswordReset({
      username: POOL_USERNAME,
      newPassword: 'My-Own-1',
      code: '123456',
    });

  test('ends every session', async () => {
    pool.answers = { ConfirmForgotPassword: reply({}), AdminUserGlobalSignOut: reply({}) };
    await confirm();
    expect(pool.calls.at(-1)).toEqual({
      operation: 'AdminUserGlobalSignOut',
      body: { UserPoolId: pool.settings.poolId, Username: POOL_USERNAME },
    });
  });

  test('is kept even when sessions could not be ended: the code is used up', async () => {
    pool.answers = {
      ConfirmForgotPassword: reply({}),
      AdminUserGlobalSignOut: fault('AccessDeniedException'),
    };
    await expect(confirm()).resolves.toBeUndefined();
  });
});

describe('a refresh token', () => {
  const refresh = (identity: Identity) =>
    identity.refresh({ username: POOL_USERNAME, refreshToken: 'refresh-token' });

  test('that does not rotate is returned', async () => {
    const token = await idToken();
    pool.answers['InitiateAuth'] = session(token);
    const renewed = await refresh(server.deps.identity);
    expect(renewed).toEqual({ token, refreshToken: 'refresh-token' });
  });

  test('that rotates is replaced, and a replayed one is detected', async () => {
    const rotating = { ...POOL_CLIENT, RefreshTokenRotation: { Feature: 'ENABLED' } };
    pool.answers['DescribeUserPoolClient'] = reply({ UserPoolClient: rotating });
    const identity = await openCognito(server.deps, pool.settings);
    const token = await idToken();
    pool.answers['GetTokensFromRefreshToken'] = session(token, 'next-token');
    expect(await refresh(identity)).toEqual({ token, refreshToken: 'next-token' });
    pool.answers['GetTokensFromRefreshToken'] = fault('RefreshTokenReuseException');
    expect(await refresh(identity)).toBe('replayed');
  });

  test.each(['NotAuthorizedException', 'UserNotFoundException'])(
    'is refused when the service answers %s',
    async (name) => {
      pool.answers['InitiateAuth'] = fault(name);
      const refused = { code: 'refresh_refused' };
      await expect(refresh(server.deps.identity)).rejects.toMatchObject(refused);
    },
  );
});
