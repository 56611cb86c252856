import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '@portage/contract/errors';
import { resetCodeWrong, type Identity } from '../sessions/identity.ts';
import { codeOf, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { fault, reply } from '../testing/scripted-pool.ts';
import { POOL_USERNAME, usePoolServer } from '../testing/use-pool-server.ts';

const { server, pool, merchant, idToken } = usePoolServer();

const deleteAccount = (identity: Identity) =>
  identity.deleteAccount(server.deps.db, { merchantId: merchant.id, username: POOL_USERNAME });

const operations: Record<string, (identity: Identity) => Promise<unknown>> = {
  InitiateAuth: (identity) => identity.signIn({ username: POOL_USERNAME, password: TEST_PASSWORD }),
  RespondToAuthChallenge: (identity) =>
    identity.completeNewPassword({
      username: POOL_USERNAME,
      newPassword: 'My-Own-1',
      session: 'a challenge of the service',
    }),
  RevokeToken: (identity) => identity.signOut('refresh-token'),
  ForgotPassword: (identity) => identity.requestPasswordReset(POOL_USERNAME, 'fr'),
  ConfirmForgotPassword: (identity) =>
    identity.confirmPasswordReset({
      username: POOL_USERNAME,
      newPassword: 'My-Own-1',
      code: '123456',
    }),
  AdminCreateUser: async (identity) => {
    const createAccount = await identity.prepareAccount({
      merchantId: merchant.id,
      merchantName: merchant.name,
      username: POOL_USERNAME,
      name: 'Zoé Roy',
      kind: 'user',
      password: 'Temporary-1',
      mustChangePassword: true,
    });
    pool.answers['AdminGetUser'] = reply({ UserStatus: 'CONFIRMED' });
    await createAccount(server.deps.db);
  },
  AdminGetUser: (identity) => deleteAccount(identity),
  AdminDeleteUser: (identity) => {
    const owner = { Name: 'custom:merchant_id', Value: merchant.id };
    pool.answers['AdminGetUser'] = reply({ Username: POOL_USERNAME, UserAttributes: [owner] });
    return deleteAccount(identity);
  },
};

const ask = (operation: string) => operations[operation]?.(server.deps.identity);

describe('an error of the service becomes what the caller can do about it', () => {
  test.each<[string, string, ErrorCode]>([
    ['InitiateAuth', 'NotAuthorizedException', 'sign_in_failed'],
    ['InitiateAuth', 'UserNotFoundException', 'sign_in_failed'],
    ['InitiateAuth', 'PasswordResetRequiredException', 'sign_in_failed'],
    ['InitiateAuth', 'UserNotConfirmedException', 'sign_in_failed'],
    ['RespondToAuthChallenge', 'NotAuthorizedException', 'challenge_expired'],
    ['RespondToAuthChallenge', 'CodeMismatchException', 'challenge_expired'],
    ['RespondToAuthChallenge', 'ExpiredCodeException', 'challenge_expired'],
    ['RespondToAuthChallenge', 'InvalidPasswordException', 'invalid_request'],
    ['ConfirmForgotPassword', 'PasswordHistoryPolicyViolationException', 'invalid_request'],
    ['AdminCreateUser', 'UsernameExistsException', 'username_taken'],
  ])('%s: %s is %s', async (operation, name, code) => {
    pool.answers[operation] = fault(name);
    await expect(ask(operation)).rejects.toMatchObject({ code });
  });

  test.each([
    'CodeMismatchException',
    'ExpiredCodeException',
    'TooManyFailedAttemptsException',
    'LimitExceededException',
    'UserNotFoundException',
    'UserNotConfirmedException',
    'NotAuthorizedException',
  ])('ConfirmForgotPassword: %s does not reveal whether a user exists', async (name) => {
    pool.answers['ConfirmForgotPassword'] = fault(name);
    const { code, values } = resetCodeWrong();
    await expect(ask('ConfirmForgotPassword')).rejects.toMatchObject({ code, values });
  });

  test.each([
    ['RevokeToken', 'UnsupportedTokenTypeException'],
    ['RevokeToken', 'NotAuthorizedException'],
    ['ForgotPassword', 'UserNotFoundException'],
    ['ForgotPassword', 'InvalidParameterException'],
    ['ForgotPassword', 'NotAuthorizedException'],
    ['ForgotPassword', 'LimitExceededException'],
    ['AdminGetUser', 'UserNotFoundException'],
    ['AdminDeleteUser', 'UserNotFoundException'],
  ])('%s: %s is not an error', async (operation, name) => {
    pool.answers[operation] = fault(name);
    await expect(ask(operation)).resolves.toBeUndefined();
  });
});

describe('faults that only an operator can fix are not answered as the caller’s', () => {
  const signIn = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/token',
      payload: { username: POOL_USERNAME, password: TEST_PASSWORD },
    });

  test.each([
    ['credentials of the server that may not do this', fault('AccessDeniedException'), 500],
    ['an app client without the flow', fault('InvalidParameterException'), 500],
    ['a pool that asks for a second factor', reply({ ChallengeName: 'SMS_MFA' }), 500],
    ['a pool that takes no more requests', fault('TooManyRequestsException'), 503],
    ['a service that is ill', fault('InternalErrorException', 500), 503],
  ])('%s', async (_case, answer, status) => {
    pool.answers['InitiateAuth'] = answer;
    const response = await signIn();
    expect(response.statusCode).toBe(status);
    expect(response.body).not.toContain('Exception');
  });

  test.each([
    ['refresh', 'InitiateAuth', { username: POOL_USERNAME, refreshToken: 'refresh-token' }],
    ['logout', 'RevokeToken', { refreshToken: 'refresh-token' }],
  ])('a %s while the pool takes no more requests', async (call, operation, payload) => {
    pool.answers[operation] = fault('TooManyRequestsException');
    const response = await server.app.inject({ method: 'POST', url: `/api/auth/${call}`, payload });
    expect(codeOf(response)).toBe('busy');
  });

  test('a pool that issues tokens for another app', async () => {
    const token = await idToken({ aud: 'other' });
    pool.answers['InitiateAuth'] = reply({
      AuthenticationResult: { IdToken: token, RefreshToken: 'refresh-token' },
    });
    expect(codeOf(await signIn())).toBe('internal_error');
  });
});
