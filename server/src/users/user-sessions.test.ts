import { expect, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import type { ListedSession } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  makeMerchant,
  makeColleague,
  openTestSession,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { securityEvents } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const server = useTestServer();
const { refresh, sessionOf, signOut } = sessionCalls(server);

const pathOf = (username: string) => `/users/account/${username}/sessions`;
const sessionsOf = async (owner: Pick<TestMerchant, 'call'>, username: string) =>
  (await owner.call('GET', pathOf(username))).json<ListedSession[]>();

async function makeTwoPeople() {
  const owner = await makeMerchant(server);
  const person = await makeColleague(server, owner, 'member');
  return { owner, username: person.username, person };
}

test('an owner sees where people are signed in and which session is the current one, and signs one device out', async () => {
  const { owner, username, person } = await makeTwoPeople();
  const signIn = await server.app.inject({
    method: 'POST',
    url: '/api/auth/token',
    headers: { 'user-agent': 'Mozilla/5.0 (Macintosh)' },
    payload: { username, password: TEST_PASSWORD },
  });
  const { refreshToken } = signIn.json<{ refreshToken: string }>();
  const listed = await sessionsOf(owner, username);
  expect(listed).toHaveLength(2);
  const stolen = listed.find(({ userAgent }) => userAgent === 'Mozilla/5.0 (Macintosh)');
  expect(stolen).toMatchObject({ startedAt: TEST_NOW, lastUsedAt: TEST_NOW, isCurrent: false });

  await sessionOf(owner.username, TEST_PASSWORD);
  const own = await sessionsOf(owner, owner.username);
  expect(own).toHaveLength(2);
  expect(own.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);

  const ended = await owner.call('DELETE', `${pathOf(username)}/${stolen?.id}`);
  expect(ended.statusCode).toBe(204);
  expect(await sessionsOf(owner, username)).toHaveLength(1);
  expect((await refresh(username, refreshToken)).statusCode).toBe(401);
  expect((await refresh(username, person.refreshToken)).statusCode).toBe(200);
  const events = await securityEvents(server.deps.db, 'user.session_ended', { subject: username });
  expect(events).toMatchObject([
    {
      action: 'user.session_ended',
      actor: owner.username,
      subject: username,
      merchantId: owner.merchant.id,
    },
  ]);
});

test('an ended session is neither listed nor ended again', async () => {
  const { owner, username, person } = await makeTwoPeople();
  const [session] = await sessionsOf(owner, username);
  await signOut(person.refreshToken);
  expect(await sessionsOf(owner, username)).toEqual([]);
  const again = await owner.call('DELETE', `${pathOf(username)}/${session?.id}`);
  expect(codeOf(again)).toBe('session_not_found');

  await sessionOf(username, TEST_PASSWORD);
  const month = await server.later(31 * DAY, async () => {
    const later = await openTestSession(server, owner.username, TEST_PASSWORD);
    return sessionsOf(later, username);
  });
  expect(month).toEqual([]);
});

test('another merchant’s owner ends no session under a name of their own', async () => {
  const { owner, username } = await makeTwoPeople();
  const stranger = await makeMerchant(server);
  const [session] = await sessionsOf(owner, username);
  const ended = await stranger.call('DELETE', `${pathOf(stranger.username)}/${session?.id}`);
  expect(codeOf(ended)).toBe('session_not_found');
  expect(await sessionsOf(owner, username)).toHaveLength(1);
});

test('a service user has no sessions to see', async () => {
  const { owner } = await makeTwoPeople();
  const { username } = await makeServiceUser(server, owner);
  expect(codeOf(await owner.call('GET', pathOf(username)))).toBe('user_not_found');
});
