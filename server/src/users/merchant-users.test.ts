import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MerchantUser } from '@portage/contract/users/users';
import { sendMail } from '../mail/outbox.ts';
import { smtpTransport } from '../mail/smtp-transport.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { identityProviders } from '../testing/cognito-local.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { mailsTo } from '../testing/mailed-codes.ts';
import { callAs, codeOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { securityActions } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

describe.each(identityProviders())('with $provider', ({ isEmulated, options }) => {
  const server = useTestServer(options);
  const { signIn, choose, sessionOf, challengeOf, refresh, get } = sessionCalls(server);

  const listed = async (merchant: TestMerchant) =>
    (await merchant.call('GET', '/users')).json<MerchantUser[]>();
  const userOf = async (merchant: TestMerchant, username: string) =>
    (await listed(merchant)).find((user) => user.username === username);
  const change = (merchant: TestMerchant, username: string, payload: object) =>
    merchant.call('PATCH', `/users/account/${username}`, { payload });
  const invite = (merchant: TestMerchant, username: string) =>
    merchant.call('POST', `/users/account/${username}/invitation`);

  async function passwordsMailedTo(recipient: string): Promise<string[]> {
    const mails = await mailsTo(server, recipient);
    return mails.map(({ text }) => /^Temporary password:\n(\S+)$/m.exec(text ?? '')?.[1] ?? '');
  }

  async function create(merchant: TestMerchant, role?: 'owner' | 'member'): Promise<string> {
    const email = `new-${randomUUID()}@test.example`;
    const payload = { name: 'Zoé Roy', email, username: email, phone: '416-555-0142', role };
    const response = await merchant.call('POST', '/users/account', { payload });
    expect(response.statusCode).toBe(201);
    return email;
  }

  async function join(username: string) {
    const password = (await passwordsMailedTo(username)).at(-1) ?? '';
    const { challengeName, session } = await challengeOf(username, password);
    expect(challengeName).toBe('NEW_PASSWORD_REQUIRED');
    await choose(username, 'My-Own-Pass-2', session);
    return sessionOf(username, 'My-Own-Pass-2');
  }

  test('people join with the mailed password, and are listed with their invitation, role and last sign-in', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant, 'member');
    const invited = await userOf(merchant, email);
    expect(invited).toMatchObject({ name: 'Zoé Roy', phone: '+14165550142', role: 'member' });
    expect(invited).not.toHaveProperty('lastSignInAt');
    await join(email);
    expect((await userOf(merchant, email))?.lastSignInAt).toBe(server.deps.clock.now());
  });

  test('an invitation is resent with another password until accepted', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant);
    server.setNow(server.deps.clock.now() + 1000);
    expect((await invite(merchant, email)).statusCode).toBe(204);
    const [first = '', second] = await passwordsMailedTo(email);
    expect(second).not.toBe(first);
    // cognito-local takes any password for a temporary one.
    if (!isEmulated) expect((await signIn(email, first)).statusCode).toBe(401);
    await join(email);
    expect(codeOf(await invite(merchant, email))).toBe('user_signed_in_before');
  });

  test('an owner is told of an invitation that is refused, until another is sent', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant);
    expect(await userOf(merchant, email)).not.toHaveProperty('hasUndeliveredInvitation');
    const mailServer = await startMailServer();
    const url = `smtp://127.0.0.1:${mailServer.port}?tls.rejectUnauthorized=false`;
    const mail = smtpTransport({ url, from: 'no-reply@portage.example' });
    onTestFinished(() => mail.close());
    mailServer.refuseNext('recipient', 550);
    const [invitation] = await mailsTo(server, email);
    const sending = { jobId: '0', mailId: invitation?.id ?? '', usefulUntil: Infinity };
    await sendMail({ ...server.deps, mail }, { ...sending, signal: new AbortController().signal });
    expect(await userOf(merchant, email)).toMatchObject({ hasUndeliveredInvitation: true });
    server.setNow(server.deps.clock.now() + 1000);
    await invite(merchant, email);
    expect(await userOf(merchant, email)).not.toHaveProperty('hasUndeliveredInvitation');
  });

  test('a disabled user is signed out at once, and returns when enabled', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant);
    const { token, refreshToken } = await join(email);
    const disabled = await change(merchant, email, { isDisabled: true });
    expect(disabled.json()).toMatchObject({ disabledAt: server.deps.clock.now() });
    expect((await get('/orders', token)).statusCode).toBe(401);
    expect((await refresh(email, refreshToken)).statusCode).toBe(401);
    expect(codeOf(await signIn(email, 'My-Own-Pass-2'))).toMatch(
      /^(account_disabled|sign_in_failed)$/,
    );
    expect(codeOf(await invite(merchant, email))).toBe('user_disabled');
    await change(merchant, email, { isDisabled: false });
    expect((await signIn(email, 'My-Own-Pass-2')).statusCode).toBe(200);
  });

  test('invitations, roles and access are security events', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant, 'owner');
    await invite(merchant, email);
    for (const changes of [{ role: 'member' }, { isDisabled: true }, { isDisabled: false }]) {
      await change(merchant, email, changes);
    }
    const about = { subject: email, actor: merchant.username };
    expect(await securityActions(server.deps.db, 'user.', about)).toEqual([
      ...['user.created', 'user.invited_again', 'user.role_changed'],
      ...['user.disabled', 'user.enabled'],
    ]);
  });

  test('a member may not call what is for owners, until made one', async () => {
    const merchant = await makeMerchant(server);
    const email = await create(merchant, 'member');
    const call = callAs(server.app, await join(email));
    expect(codeOf(await call('POST', '/users/service'))).toBe('owner_only');
    const { id } = merchant.merchant;
    expect((await call('GET', '/merchants')).json()).toMatchObject({ id });
    expect((await call('GET', '/users/me')).json()).toMatchObject({ role: 'member' });
    await change(merchant, email, { role: 'owner' });
    expect((await call('GET', '/users/me')).json()).toMatchObject({ role: 'owner' });
  });

  test('the last owner cannot be removed', async () => {
    const merchant = await makeMerchant(server);
    const { username } = merchant;
    await create(merchant, 'member');
    for (const changes of [{ isDisabled: true }, { role: 'member' }]) {
      const response = await change(merchant, username, changes);
      expect([response.statusCode, codeOf(response)]).toEqual([409, 'last_owner']);
    }
    const other = await create(merchant, 'owner');
    await change(merchant, other, { isDisabled: true });
    expect((await change(merchant, username, { role: 'member' })).statusCode).toBe(409);
    await change(merchant, other, { isDisabled: false });
    const both = [username, other].map((one) => change(merchant, one, { role: 'member' }));
    const demoted = (await Promise.all(both)).filter(({ statusCode }) => statusCode === 200);
    expect(demoted).toHaveLength(1);
  });
});
