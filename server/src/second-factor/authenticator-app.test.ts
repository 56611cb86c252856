import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { MINUTE } from '@portage/contract/time';
import type {
  AddedFactor,
  AppSetUp,
  SecondFactorState,
} from '@portage/contract/users/second-factor';
import type { SecondFactorChallenge, SessionTokens } from '@portage/contract/users/sessions';
import { enableMerchant } from '../merchants/operate-merchants.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { mailsTo } from '../testing/mailed-codes.ts';
import {
  codeOf,
  makeMerchant,
  makeColleague,
  openTestSession,
  type SignedInCall,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { securityActions } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { countWaiting } from '../testing/test-database.ts';
import { findUserByUsername } from '../users/user-queries.ts';
import { isAppCode, startApp } from './authenticator-app.ts';
import {
  countFactors,
  findApp,
  insertPasskey,
  lockFactorsOfUser,
  updateAppConfirmed,
  updateLastStep,
} from './second-factor-queries.ts';

const server = useTestServer();
const STEP = 30_000;

const codeAt = (secret: string, after = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: TEST_NOW + after });

async function addApp(call: SignedInCall) {
  const { secret } = (await call('POST', '/second-factor/app')).json<AppSetUp>();
  const payload = { code: codeAt(secret, -STEP) };
  const added = await call('POST', '/second-factor/app/confirmation', { payload });
  expect(added.statusCode).toBe(200);
  return { secret, recoveryCodes: added.json<AddedFactor>().recoveryCodes ?? [] };
}

async function merchantWithApp() {
  const merchant = await makeMerchant(server);
  return { ...merchant, ...(await addApp(merchant.call)) };
}

async function challenge({ username }: TestMerchant) {
  const { signIn, post } = sessionCalls(server);
  const answer = (await signIn(username, TEST_PASSWORD)).json<SecondFactorChallenge>();
  expect(answer.challengeName).toBe('SECOND_FACTOR_REQUIRED');
  const { session } = answer;
  return {
    ...answer.challengeParameters,
    answer: (method: 'app' | 'recovery_code', code: string, name = username, more = {}) =>
      post('/auth/second_factor', { username: name, session, proof: { method, code }, ...more }),
  };
}

const eventsOf = async (actor: string, kind = 'second_factor') =>
  (await securityActions(server.deps.db, `${kind}.`, { actor })).map((action) =>
    action.replace(`${kind}.`, ''),
  );

test('a user with an app signs in with its code, others as before', async () => {
  const merchant = await merchantWithApp();
  expect(merchant.recoveryCodes).toHaveLength(10);
  const signIns = () => eventsOf(merchant.username, 'sign_in');
  const before = await signIns();
  const { methods, passkeyOptions, answer } = await challenge(merchant);
  expect([methods, passkeyOptions]).toEqual([['app', 'recovery_code'], undefined]);
  expect(codeOf(await answer('app', '000000'))).toBe('second_factor_wrong');
  const done = await answer('app', codeAt(merchant.secret));
  expect(await signIns()).toEqual([...before, 'succeeded']);
  expect(done.json<SessionTokens>().refreshToken).toBeTruthy();
  expect(await eventsOf(merchant.username)).toEqual(['added', 'failed', 'checked']);
  const [mail] = await mailsTo(server, merchant.username);
  expect(mail).toMatchObject({ subject: 'Your two-step verification changed' });
  const other = await makeMerchant(server);
  const tokens = await sessionCalls(server).signIn(other.username, TEST_PASSWORD);
  expect(Object.keys(tokens.json())).toEqual(['token', 'refreshToken']);
});

test('an app is added with its own code only, after at most ten wrong ones', async () => {
  const { call, username } = await makeMerchant(server);
  const { secret } = (await call('POST', '/second-factor/app')).json<AppSetUp>();
  const other = await merchantWithApp();
  const confirm = (code: string) =>
    call('POST', '/second-factor/app/confirmation', { payload: { code } });
  for (const wrong of [codeAt(other.secret), ...Array<string>(9).fill('000000')]) {
    expect(codeOf(await confirm(wrong))).toBe('second_factor_wrong');
  }
  expect(codeOf(await confirm(codeAt(secret)))).toBe('too_many_attempts');
  const tokens = await sessionCalls(server).signIn(username, TEST_PASSWORD);
  expect(tokens.json()).toHaveProperty('token');
});

test('an app begun after the code of another was checked is not confirmed by it', async () => {
  const { deps } = server;
  const begin = async () => {
    const { username } = await makeMerchant(server);
    const userId = (await findUserByUsername(deps.db, username))?.id ?? '';
    const { secret } = await startApp(deps, { userId, username });
    const code = codeAt(secret);
    expect(await isAppCode(deps, { userId, code, isConfirmed: false })).toBe(true);
    return { userId, username };
  };
  const [{ userId, username }] = [await begin(), await begin()];
  const encryptedSecret = (await findApp(deps.db, userId))?.encryptedSecret ?? Buffer.of();
  await startApp(deps, { userId, username });
  expect(await updateLastStep(deps.db, userId, { encryptedSecret, step: 1e9 })).toBe(false);
  expect(await updateAppConfirmed(deps.db, userId, TEST_NOW)).toBe(false);
});

test('a new password in place of a temporary one does not replace the second factor', async () => {
  const merchant = await merchantWithApp();
  const { username } = merchant;
  const ofUser = server.deps.db.updateTable('users').where('username', '=', username);
  await ofUser.set({ must_change_password: true }).execute();
  const { challengeOf, choose, signIn } = sessionCalls(server);
  const { session } = await challengeOf(username, TEST_PASSWORD);
  expect(codeOf(await choose(username, 'My-New-Pass-2', session))).toBe('second_factor_expired');
  const next = await signIn(username, 'My-New-Pass-2');
  expect(next.json<SecondFactorChallenge>().challengeName).toBe('SECOND_FACTOR_REQUIRED');
});

test('a merchant disabled between both steps of a sign-in gets no session', async () => {
  const { merchant, ...user } = await merchantWithApp();
  const { answer } = await challenge({ merchant, ...user });
  await enableMerchant(server.deps, merchant.id, false);
  const refused = await answer('app', codeAt(user.secret));
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'account_disabled']);
});

test('a code is accepted once, at most one step early or late', async () => {
  const merchant = await merchantWithApp();
  const { answer } = await challenge(merchant);
  const shown = (after: number) => codeAt(merchant.secret, after);
  // Refused because it has already confirmed the app.
  expect(codeOf(await answer('app', shown(-STEP)))).toBe('second_factor_wrong');
  expect(codeOf(await answer('app', shown(2 * STEP)))).toBe('second_factor_wrong');
  expect((await answer('app', shown(STEP))).statusCode).toBe(200);
  expect(codeOf(await answer('app', shown(STEP)))).toBe('second_factor_wrong');
  const late = () => answer('app', shown(2 * STEP));
  expect((await server.later(3 * STEP, late)).statusCode).toBe(200);
});

test('a challenge is valid for ten minutes, for its user and until the password changes', async () => {
  const merchant = await merchantWithApp();
  const { answer } = await challenge(merchant);
  const code = codeAt(merchant.secret);
  const other = await makeMerchant(server);
  expect(codeOf(await answer('app', code, other.username))).toBe('second_factor_expired');
  const late = () => answer('app', codeAt(merchant.secret, 12 * MINUTE));
  expect(codeOf(await server.later(12 * MINUTE, late))).toBe('second_factor_expired');
  await server.deps.db
    .updateTable('users')
    .set({ password_hash: 'another' })
    .where('username', '=', merchant.username)
    .execute();
  expect(codeOf(await answer('app', code))).toBe('second_factor_expired');
});

test('a recovery code works once, in any spelling', async () => {
  const merchant = await merchantWithApp();
  const [first = '', second = ''] = merchant.recoveryCodes;
  expect(first).toMatch(/^(?:[A-Z2-7]{4}-){2}[A-Z2-7]{4}$/);
  const { answer } = await challenge(merchant);
  const typed = first.toLowerCase().replaceAll('-', ' ');
  expect((await answer('recovery_code', typed)).statusCode).toBe(200);
  expect(codeOf(await answer('recovery_code', first))).toBe('second_factor_wrong');
  const state = await merchant.call('GET', '/second-factor');
  expect(state.json<SecondFactorState>().recoveryCodesLeft).toBe(9);
  const replaced = await merchant.call('POST', '/second-factor/recovery-codes');
  const { recoveryCodes } = replaced.json<{ recoveryCodes: string[] }>();
  expect(codeOf(await answer('recovery_code', second))).toBe('second_factor_wrong');
  expect((await answer('recovery_code', recoveryCodes[0] ?? '')).statusCode).toBe(200);
});

test('after ten wrong codes the right one must wait, but not on known devices or by other factors', async () => {
  const merchant = await merchantWithApp();
  const { username, secret, recoveryCodes } = merchant;
  const known = { device: 'k'.repeat(43) };
  const owner = await challenge(merchant);
  expect((await owner.answer('app', codeAt(secret), username, known)).statusCode).toBe(200);

  const thief = await challenge(merchant);
  for (let count = 0; count < 10; count += 1) await thief.answer('app', '000000');
  const next = codeAt(secret, STEP);
  const refused = await thief.answer('app', next);
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too_many_attempts']);
  expect(await eventsOf(username)).toContain('throttled');
  expect((await thief.answer('app', next, username, known)).statusCode).toBe(200);
  const [recovery = ''] = recoveryCodes;
  expect((await thief.answer('recovery_code', recovery)).statusCode).toBe(200);
  await server.later(STEP, async () => {
    const payload = { method: 'app', code: codeAt(secret, 2 * STEP) };
    const check = await merchant.call('POST', '/second-factor/check', { payload });
    expect(check.statusCode).toBe(204);
  });
});

test('a device is known after its second step, not after the password', async () => {
  const merchant = await merchantWithApp();
  const { username, secret } = merchant;
  const device = 'p'.repeat(43);
  const { post } = sessionCalls(server);
  const credentials = { username, password: TEST_PASSWORD, device };
  const { session } = (await post('/auth/token', credentials)).json<SecondFactorChallenge>();
  const known = () =>
    server.deps.db
      .selectFrom('known_devices')
      .select('username')
      .where('username', '=', username)
      .execute();
  expect(await known()).toEqual([]);
  const proof = { method: 'app', code: codeAt(secret) };
  await post('/auth/second_factor', { username, session, proof, device });
  expect(await known()).toHaveLength(1);
});

test('users, credentials, secrets and the password require a second factor from the last 15 minutes', async () => {
  const merchant = await merchantWithApp();
  const changePassword = () =>
    merchant.call('POST', '/users/change_password', {
      payload: { currentPassword: TEST_PASSWORD, newPassword: 'My-New-Pass-2' },
    });
  const create = () => merchant.call('POST', '/users/service');
  expect((await create()).statusCode).toBe(201);
  await server.later(15 * MINUTE + 1000, async () => {
    // A password does not replace it.
    const payload = { method: 'password', password: TEST_PASSWORD };
    await merchant.call('POST', '/second-factor/check', { payload });
    const refused = [
      await create(),
      await merchant.call('DELETE', '/merchants/integrations/shipstation'),
      await merchant.call('DELETE', '/second-factor/app'),
      await changePassword(),
    ];
    expect(refused.map(codeOf)).toEqual(Array(4).fill('second_factor_needed'));
    expect((await merchant.call('GET', '/orders')).statusCode).toBe(200);
    const options = await merchant.call('POST', '/second-factor/check/options');
    expect(options.json()).toEqual({ methods: ['app', 'recovery_code'] });
    const check = (code: string) =>
      merchant.call('POST', '/second-factor/check', { payload: { method: 'app', code } });
    expect(codeOf(await check('000000'))).toBe('second_factor_wrong');
    expect((await check(codeAt(merchant.secret, 15 * MINUTE))).statusCode).toBe(204);
    expect((await create()).statusCode).toBe(201);
    expect((await changePassword()).statusCode).toBe(200);
  });
});

test('the first factor must be added within 15 minutes of the password', async () => {
  const { username, call } = await makeMerchant(server);
  const other = await makeMerchant(server);
  await server.later(15 * MINUTE + 1000, async () => {
    const refused = [
      await call('POST', '/second-factor/app'),
      await call('POST', '/second-factor/app/confirmation', { payload: { code: '000000' } }),
      await call('POST', '/second-factor/passkeys/options'),
    ];
    expect(refused.map(codeOf)).toEqual(Array(3).fill('password_needed'));
    const options = await call('POST', '/second-factor/check/options');
    expect(options.json()).toEqual({ methods: ['password'] });
    const check = (password: string) =>
      call('POST', '/second-factor/check', { payload: { method: 'password', password } });
    for (let count = 0; count < 9; count += 1) {
      expect(codeOf(await check('Wrong-1234'))).toBe('current_password_wrong');
    }
    expect((await check(TEST_PASSWORD)).statusCode).toBe(204);
    expect((await call('POST', '/second-factor/app')).statusCode).toBe(200);
    expect(codeOf(await other.call('POST', '/second-factor/app'))).toBe('password_needed');
    for (let count = 0; count < 10; count += 1) await check('Wrong-1234');
    expect(codeOf(await check(TEST_PASSWORD))).toBe('too_many_attempts');
  });
  const actions = await securityActions(server.deps.db, '', { actor: username });
  expect(actions).toContain('session.confirmed');
  expect(actions.filter((action) => action === 'password.throttled')).toHaveLength(1);
});

test('removing the last factor ends its recovery codes and the challenge', async () => {
  const merchant = await merchantWithApp();
  const { call, username } = merchant;
  expect(codeOf(await call('POST', '/second-factor/app'))).toBe('authenticator_app_exists');
  expect((await call('DELETE', '/second-factor/app')).statusCode).toBe(204);
  expect(codeOf(await call('DELETE', '/second-factor/app'))).toBe('second_factor_not_found');
  expect(codeOf(await call('POST', '/second-factor/recovery-codes'))).toBe(
    'second_factor_not_found',
  );
  expect((await call('GET', '/second-factor')).json()).toEqual({
    isOffered: true,
    isRequired: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  const tokens = await sessionCalls(server).signIn(username, TEST_PASSWORD);
  expect(tokens.json()).toHaveProperty('token');
});

test('a user must set up a required factor before anything else', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const require = (isRequired: boolean) =>
    merchant.call('PATCH', '/second-factor/requirement', { payload: { isRequired } });
  expect(codeOf(await require(true))).toBe('own_second_factor_missing');
  await addApp(merchant.call);
  expect((await require(true)).json<SecondFactorState>().isRequired).toBe(true);
  expect((await other.call('GET', '/second-factor')).json()).toMatchObject({ isRequired: false });
  expect(codeOf(await merchant.call('DELETE', '/second-factor/app'))).toBe(
    'second_factor_is_required',
  );

  const person = await makeColleague(server, merchant);
  const elsewhere = await openTestSession(server, person.username, TEST_PASSWORD);
  expect(codeOf(await person.call('GET', '/orders'))).toBe('second_factor_setup_required');
  expect((await person.call('GET', '/second-factor')).json()).toMatchObject({ isRequired: true });
  await addApp(person.call);
  expect((await person.call('GET', '/orders')).statusCode).toBe(200);
  // An earlier session, opened by password alone, needs the factor.
  expect(codeOf(await elsewhere.call('GET', '/orders'))).toBe('second_factor_needed');
  expect(codeOf(await elsewhere.call('POST', '/second-factor/passkeys/options'))).toBe(
    'second_factor_needed',
  );

  const service = await makeServiceUser(server, merchant);
  expect((await service.call('GET', '/orders')).statusCode).toBe(200);
  expect((await require(false)).json<SecondFactorState>().isRequired).toBe(false);
});

test('an owner resets the factors of the merchant’s users', async () => {
  const merchant = await makeMerchant(server);
  const person = await makeColleague(server, merchant, 'member');
  const { username } = person;
  await addApp(person.call);
  const other = await merchantWithApp();
  const people = async () =>
    (await merchant.call('GET', '/users')).json<{ hasSecondFactor?: true }[]>();
  expect((await people()).map(({ hasSecondFactor }) => hasSecondFactor)).toContain(true);

  const path = `/users/account/${username}/second-factor`;
  expect((await merchant.call('DELETE', path)).statusCode).toBe(204);
  expect(codeOf(await merchant.call('DELETE', path))).toBe('second_factor_not_found');
  expect((await people()).map(({ hasSecondFactor }) => hasSecondFactor)).not.toContain(true);
  const { sessionOf, get } = sessionCalls(server);
  const { token } = await sessionOf(username, TEST_PASSWORD);
  expect(await mailsTo(server, username)).toHaveLength(2);
  const stateOf = async (one: string) =>
    (await get('/second-factor', one)).json<SecondFactorState>();
  expect(await stateOf(token)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  expect(await stateOf(other.token)).toMatchObject({ recoveryCodesLeft: 10, appAddedAt: TEST_NOW });
});

test('a reset removes a factor that is being added, and no other user’s', async () => {
  const merchant = await makeMerchant(server);
  const { username, call } = await makeColleague(server, merchant, 'member');
  await addApp(call);
  const { db } = server.deps;
  const [userId = '', ownerId = ''] = await Promise.all(
    [username, merchant.username].map(async (one) => (await findUserByUsername(db, one))?.id),
  );
  const resets = await db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    const resetting = [merchant.call('DELETE', `/users/account/${username}/second-factor`)];
    await expect.poll(() => countWaiting(db)).toBe(1);
    for (const id of [userId, ownerId]) {
      await insertPasskey(trx, id, {
        id: randomUUID(),
        credentialId: id,
        publicKey: Buffer.from('key'),
        counter: 0,
        transports: [],
        name: 'Laptop',
        addedAt: TEST_NOW,
      });
    }
    return resetting;
  });
  expect((await Promise.all(resets)).map(({ statusCode }) => statusCode)).toEqual([204]);
  expect(await countFactors(db, userId)).toMatchObject({ hasApp: false, passkeys: 0 });
  expect(await countFactors(db, ownerId)).toMatchObject({ passkeys: 1 });
});
