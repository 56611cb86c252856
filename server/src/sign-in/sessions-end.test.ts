import { expect, test } from 'vitest';
import { HOUR, SECOND } from '@portage/contract/time';
import type { ListedSession } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { followOrders, startSecondServer } from '../testing/follow-orders.ts';
import {
  callAs,
  codeOf,
  makeMerchant,
  openTestSession,
  TEST_PASSWORD,
} from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { securityActions } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const server = useTestServer();

test('a signed-out session’s token is refused at once by every call', async () => {
  const merchant = await makeMerchant(server);
  const { username } = merchant;
  const { call, refreshToken } = await openTestSession(server, username, TEST_PASSWORD);
  expect((await call('GET', '/orders')).statusCode).toBe(200);
  await sessionCalls(server).signOut(refreshToken);
  const email = `late-${merchant.merchant.id}@test.example`;
  const refused = [
    await call('GET', '/orders'),
    await call('POST', '/users/service'),
    await call('POST', '/users/account', {
      payload: { name: 'Late', email, username: email, phone: '+14165550100' },
    }),
    await call('PATCH', `/users/account/${username}`, { payload: { role: 'owner' } }),
    await call('POST', '/users/change_password', {
      payload: { currentPassword: TEST_PASSWORD, newPassword: 'My-New-Pass-2' },
    }),
  ];
  expect(refused.map(codeOf)).toEqual(Array(5).fill('invalid_token'));
  expect((await merchant.call('GET', '/orders')).statusCode).toBe(200);
});

test('users and credentials can be changed within 12 hours of the password', async () => {
  const { username } = await makeMerchant(server);
  const { sessionOf, refresh } = sessionCalls(server);
  const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
  await server.later(12 * HOUR + SECOND, async () => {
    const call = callAs(server.app, (await refresh(username, refreshToken)).json());
    const create = () => call('POST', '/users/service');
    const refused = await create();
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'password_needed']);
    const confirm = (password: string) =>
      call('POST', '/second-factor/check', { payload: { method: 'password', password } });
    expect(codeOf(await confirm('Wrong-1234'))).toBe('current_password_wrong');
    expect(codeOf(await create())).toBe('password_needed');
    expect((await confirm(TEST_PASSWORD)).statusCode).toBe(204);
    expect((await create()).statusCode).toBe(201);
  });
});

test('a user’s sessions are listed with their devices, and each can be ended', async () => {
  const merchant = await makeMerchant(server);
  const signIn = await server.app.inject({
    method: 'POST',
    url: '/api/auth/token',
    headers: { 'user-agent': 'Mozilla/5.0 (Macintosh)' },
    payload: { username: merchant.username, password: TEST_PASSWORD },
  });
  const other = signIn.json<{ token: string; refreshToken: string }>();
  const list = async () => (await merchant.call('GET', '/sessions')).json<ListedSession[]>();
  const listed = await list();
  expect(listed).toHaveLength(2);
  const device = listed.find(({ isCurrent }) => !isCurrent);
  expect(device).toMatchObject({ startedAt: TEST_NOW, userAgent: 'Mozilla/5.0 (Macintosh)' });
  const { refresh } = sessionCalls(server);
  await server.later(HOUR, () => refresh(merchant.username, other.refreshToken));
  expect((await list()).map(({ lastUsedAt }) => lastUsedAt - TEST_NOW)).toEqual([HOUR, 0]);

  const end = () => merchant.call('DELETE', `/sessions/${device?.id}`);
  expect((await end()).statusCode).toBe(204);
  expect(codeOf(await end())).toBe('session_not_found');
  expect(await list()).toHaveLength(1);
  expect((await refresh(merchant.username, other.refreshToken)).statusCode).toBe(401);
  expect((await merchant.call('GET', '/orders')).statusCode).toBe(200);
});

test('an owner ends all sessions of a user, which is recorded', async () => {
  const merchant = await makeMerchant(server);
  const path = `/users/account/${merchant.username}/sessions`;
  expect((await merchant.call('DELETE', path)).statusCode).toBe(204);
  expect(codeOf(await merchant.call('DELETE', path))).toBe('invalid_token');
  const about = { subject: merchant.username };
  expect(await securityActions(server.deps.db, 'user.sessions_ended', about)).toHaveLength(1);
});

test('a sign-out ends the streams of its session at once, in every process', async () => {
  const { api } = await startSecondServer(server);
  const merchant = await makeMerchant(server);
  const session = await openTestSession(server, merchant.username, TEST_PASSWORD);
  const ended = await followOrders(api, session.token);
  const other = await followOrders(api, merchant.token);
  expect((await ended.next())?.event).toBe('heartbeat');
  expect((await other.next())?.event).toBe('heartbeat');
  await sessionCalls(server).signOut(session.refreshToken);
  while (await ended.next());

  const { id } = await makeOrder(merchant);
  expect(await other.changeOf(id)).toMatchObject({ isDeleted: false });
  await merchant.call('DELETE', `/users/account/${merchant.username}/sessions`);
  while (await other.next());
});
