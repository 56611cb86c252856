import { describe, expect, test } from 'vitest';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { useTestServer } from '../testing/build-test-server.ts';
import { identityProviders } from '../testing/cognito-local.ts';
import { mailCode, mailsTo } from '../testing/mailed-codes.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import {
  codeOf,
  errorsOf,
  makeMerchant,
  openTestSession,
  TEST_PASSWORD,
} from '../testing/make-merchant.ts';
import { securityActions } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const NEW_PASSWORD = 'My-New-Pass-2';
const COMMON_PASSWORD = 'Sunshine1!';

describe.each(identityProviders())('with $provider', ({ isEmulated, options }) => {
  const server = useTestServer(options);
  const { signIn, refresh, get } = sessionCalls(server);

  test('a user changes their password with the current one, and gets a mail', async () => {
    const { username, call } = await makeMerchant(server);
    const other = await openTestSession(server, username, TEST_PASSWORD);
    const payload = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await call('POST', '/users/change_password', {
      payload,
      headers: { locale: 'FR' },
    });
    expect(changed.statusCode).toBe(200);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(401);
    expect((await signIn(username, NEW_PASSWORD)).statusCode).toBe(200);

    const [mail] = await mailsTo(server, username);
    expect(mail?.subject).toBe('Votre mot de passe Portage a été modifié');
    expect(mail?.text).not.toContain(NEW_PASSWORD);
    const actions = await securityActions(server.deps.db, 'password.', { actor: username });
    expect(actions).toEqual(['password.changed']);
    const { session } = changed.json<{ session?: SessionTokens }>();
    if (isEmulated) {
      // A pool ends every session; the answer has a new one.
      expect((await get('/users/me', session?.token ?? '')).statusCode).toBe(200);
    } else {
      expect(session).toBeUndefined();
      expect((await call('GET', '/sessions')).json()).toHaveLength(2);
      expect(codeOf(await refresh(username, other.refreshToken))).toBe('refresh_refused');
    }
  });

  test('a wrong current password changes nothing', async () => {
    const { username, call } = await makeMerchant(server);
    const payload = { currentPassword: 'Wrong-1234', newPassword: NEW_PASSWORD };
    const refused = await call('POST', '/users/change_password', { payload });
    expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'current_password_wrong']);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
    expect(await mailsTo(server, username)).toEqual([]);
  });
});

describe('of passwords', () => {
  const server = useTestServer();
  const { post, signIn, choose, challengeOf } = sessionCalls(server);

  test('the current one is checked at most ten times in 15 minutes', async () => {
    const { username, call } = await makeMerchant(server);
    const change = (currentPassword: string) =>
      call('POST', '/users/change_password', {
        payload: { currentPassword, newPassword: NEW_PASSWORD },
      });
    for (let count = 0; count < 10; count += 1) {
      expect(codeOf(await change('Wrong-1234'))).toBe('current_password_wrong');
    }
    const refused = await change(TEST_PASSWORD);
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual(['too_many_attempts', '900']);
    const actions = await securityActions(server.deps.db, 'password.', { actor: username });
    expect(actions).toEqual([
      ...Array<string>(10).fill('password.change_failed'),
      'password.throttled',
    ]);
  });

  test('the most common ones are refused everywhere, in the user’s language', async () => {
    const merchant = await makeMerchant(server);
    const { username, call } = merchant;
    const changed = await call('POST', '/users/change_password', {
      payload: { currentPassword: TEST_PASSWORD, newPassword: COMMON_PASSWORD },
      headers: { locale: 'FR' },
    });
    expect(errorsOf(changed)).toEqual([
      {
        path: 'newPassword',
        message: expect.stringMatching(/^Ce n’est que l’un des 10.000 mots de passe/),
      },
    ]);

    const common = {
      path: 'newPassword',
      message: expect.stringMatching(/^This is only one of the 10,000 most used/),
    };
    const code = await mailCode(server, username);
    const reset = { username, code, newPassword: COMMON_PASSWORD };
    expect(errorsOf(await post('/users/confirm_new_password', reset))).toEqual([common]);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);

    const invited = await makeAccount(server, merchant);
    const { session } = await challengeOf(invited, TEMPORARY_PASSWORD);
    const chosen = await choose(invited, COMMON_PASSWORD, session);
    expect(errorsOf(chosen)).toEqual([common]);
    expect((await choose(invited, NEW_PASSWORD, session)).statusCode).toBe(200);
  });

  test('the common passwords that meet the rules are listed for browsers to check', async () => {
    const list = await server.app.inject({ url: '/api/users/most_used_passwords' });
    expect(list.json<string[]>()).toEqual(expect.arrayContaining(['sunshine', 'p@ssw0rd']));
    expect(list.json()).not.toContain('123456');
  });

  test('the current one is refused as a new one', async () => {
    const { call } = await makeMerchant(server);
    const payload = { currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD };
    const refused = await call('POST', '/users/change_password', { payload });
    expect(errorsOf(refused)).toEqual([
      { path: 'newPassword', message: 'This is your current password. Choose another.' },
    ]);
  });
});
