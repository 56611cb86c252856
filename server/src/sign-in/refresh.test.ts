import { expect, test } from 'vitest';
import { DAY, SECOND } from '@portage/contract/time';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { enableMerchant } from '../merchants/operate-merchants.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeOf, makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const server = useTestServer();
const { refresh, signOut, sessionOf, get } = sessionCalls(server);

async function signIn() {
  const { username } = await makeMerchant(server);
  return { username, ...(await sessionOf(username, TEST_PASSWORD)) };
}

const eventsAbout = (username: string) =>
  server.deps.db
    .selectFrom('security_events')
    .select(['action', 'actor', 'address'])
    .where((event) => event.or([event('actor', '=', username), event('subject', '=', username)]))
    .where('action', 'like', 'session.%')
    .execute();

test('a refresh token gives a session for another hour and a new refresh token', async () => {
  const [first, other] = [await signIn(), await signIn()];
  await server.later(50 * 60 * SECOND, async () => {
    const second = (await refresh(first.username, first.refreshToken)).json<SessionTokens>();
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await server.later(100 * 60 * SECOND, async () => {
      expect((await get('/orders', second.token)).statusCode).toBe(200);
      expect((await refresh(other.username, other.refreshToken)).statusCode).toBe(200);
    });
  });
});

test('a replayed refresh token is refused and ends the whole sign-in', async () => {
  const { username, refreshToken } = await signIn();
  const { refreshToken: successor } = (await refresh(username, refreshToken)).json<SessionTokens>();
  await server.later(31 * SECOND, async () => {
    const replay = await refresh(username, refreshToken);
    expect([replay.statusCode, codeOf(replay)]).toEqual([401, 'refresh_refused']);
    expect((await refresh(username, successor)).statusCode).toBe(401);
  });
  const events = await eventsAbout(username);
  expect(events).toEqual([{ action: 'session.replayed', actor: 'nobody', address: '127.0.0.1' }]);
});

test('a user of a disabled merchant is refused until it is enabled again', async () => {
  const { username, merchant } = await makeMerchant(server);
  const { refreshToken } = await sessionOf(username, TEST_PASSWORD);
  await enableMerchant(server.deps, merchant.id, false);
  expect(codeOf(await refresh(username, refreshToken))).toBe('refresh_refused');
  await enableMerchant(server.deps, merchant.id, true);
  expect((await refresh(username, refreshToken)).statusCode).toBe(200);
});

test('two tabs that refresh at the same moment both stay signed in', async () => {
  const { username, refreshToken } = await signIn();
  const both = await Promise.all([
    refresh(username, refreshToken),
    refresh(username, refreshToken),
  ]);
  const [one, other] = both.map((response) => response.json<SessionTokens>().refreshToken);
  expect(one).toBe(other);
  // One branch: a thief's later trade is detected.
  await server.later(31 * SECOND, async () => {
    expect((await refresh(username, one ?? '')).statusCode).toBe(200);
  });
});

test('a session ends after 90 days, however often it is renewed', async () => {
  const { username, refreshToken } = await signIn();
  let current = refreshToken;
  for (const days of [29, 58, 87]) {
    const renewed = await server.later(days * DAY, () => refresh(username, current));
    current = renewed.json<SessionTokens>().refreshToken;
  }
  const inTime = await server.later(90 * DAY - SECOND, () => refresh(username, current));
  expect(inTime.statusCode).toBe(200);
  const next = inTime.json<SessionTokens>().refreshToken;
  expect((await server.later(90 * DAY, () => refresh(username, next))).statusCode).toBe(401);
});

test('a refresh token is valid for 30 days', async () => {
  const { username, refreshToken } = await signIn();
  const tooLate = await server.later(30 * DAY, () => refresh(username, refreshToken));
  expect(tooLate.statusCode).toBe(401);
  const inTime = await server.later(30 * DAY - SECOND, () => refresh(username, refreshToken));
  expect(inTime.statusCode).toBe(200);
});

test('a refresh token is stored until it expires', async () => {
  const { db } = server.deps;
  const { username } = await signIn();
  const kept = db
    .selectFrom('refresh_tokens')
    .innerJoin('users', 'users.id', 'refresh_tokens.user_id')
    .where('username', '=', username)
    .select('expires_at');
  const keptAt = async (now: number) => {
    await deleteOldRows({ db, clock: { now: () => now } }, 'refresh_tokens');
    return (await kept.execute()).length;
  };
  // makeMerchant and signIn each opened one.
  expect(await keptAt(TEST_NOW + 30 * DAY)).toBe(2);
  expect(await keptAt(TEST_NOW + 30 * DAY + 1)).toBe(0);
});

test('a renewal during a sign-out leaves no session', async () => {
  const { username, refreshToken } = await signIn();
  const [renewal] = await Promise.all([refresh(username, refreshToken), signOut(refreshToken)]);
  const { refreshToken: successor = 'none' } = renewal.json<Partial<SessionTokens>>();
  expect((await refresh(username, successor)).statusCode).toBe(401);
});

test('signing out ends only its own session', async () => {
  const { username, refreshToken } = await signIn();
  const { refreshToken: successor } = (await refresh(username, refreshToken)).json<SessionTokens>();
  const elsewhere = await signIn();
  const response = await signOut(successor);
  expect(response.statusCode).toBe(204);
  expect(response.body).toBe('');
  expect((await refresh(username, successor)).statusCode).toBe(401);
  expect((await refresh(elsewhere.username, elsewhere.refreshToken)).statusCode).toBe(200);
  const events = await eventsAbout(username);
  expect(events).toEqual([{ action: 'session.signed_out', actor: username, address: '127.0.0.1' }]);
});

test('signing out with an unknown token is neither an error nor an event', async () => {
  const countEvents = async () =>
    (await server.deps.db.selectFrom('security_events').select('id').execute()).length;
  const before = await countEvents();
  expect((await signOut('made up')).statusCode).toBe(204);
  expect(await countEvents()).toBe(before);
});
