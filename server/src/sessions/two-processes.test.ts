import { expect, test } from 'vitest';
import { SECOND } from '@portage/contract/time';
import { SessionTokens } from '@portage/contract/users/sessions';
import type { Database } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';
import { insertMerchant } from '../testing/cheap-account.ts';
import { TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityActions } from '../testing/security-events.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { useClonedDatabase } from '../testing/test-database.ts';

function callsOf(address: string, username: string) {
  const post = (path: string, body: object) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, ...body }),
    });
  return {
    signIn: (password = TEST_PASSWORD) => post('/auth/token', { password }),
    refresh: (refreshToken: string) => post('/auth/refresh', { refreshToken }),
    signOut: (refreshToken: string) => post('/auth/logout', { refreshToken }),
    askForCode: () => post('/users/reset_password', {}),
    listOrders: (token: string) =>
      fetch(`${address}/api/orders`, { headers: { authorization: `Bearer ${token}` } }),
  };
}

const endRepeats = (db: Database) =>
  db
    .deleteFrom('throttles')
    .where('resets_at', '<', timestamp(Date.now() + 31 * SECOND))
    .execute();

const tokensOf = async (response: Response) => SessionTokens.parse(await response.json());

test('two servers on one database share sessions', async () => {
  const { db, url } = await useClonedDatabase();
  const servers = await Promise.all([1, 2].map(() => startServerProcess({ DATABASE_URL: url })));
  await Promise.all(servers.map((server) => server.listening));
  const { username } = await insertMerchant(db);
  const [here, there] = servers.map(({ address }) => callsOf(address, username));
  if (!here || !there) throw new Error('There are two servers');

  // Each process accepts, renews and ends the other's sessions.
  const first = await tokensOf(await here.signIn());
  expect((await there.listOrders(first.token)).status).toBe(200);
  const second = await tokensOf(await there.refresh(first.refreshToken));
  expect((await here.listOrders(second.token)).status).toBe(200);
  expect((await here.signOut(second.refreshToken)).status).toBe(204);
  expect((await there.refresh(second.refreshToken)).status).toBe(401);

  // Both processes share the count of failures.
  const failures = await Promise.all(
    [1, 2, 3, 4, 5].flatMap(() => [here.signIn('Wrong-1234'), there.signIn('Wrong-1234')]),
  );
  expect(failures.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
  for (const server of [here, there]) {
    const refused = await server.signIn();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  }

  // Repeated requests for a code count once across both.
  for (const server of [here, there, here]) {
    expect((await server.askForCode()).status).toBe(204);
  }
  const requests = () => securityActions(db, 'password.reset_requested', { actor: username });
  expect(await requests()).toHaveLength(1);

  // Later ones share one count.
  for (const server of [there, here, there, here]) {
    await endRepeats(db);
    expect((await server.askForCode()).status).toBe(204);
  }
  expect(await requests()).toHaveLength(5);
  for (const server of [here, there]) {
    await endRepeats(db);
    const refused = await server.askForCode();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  }
});
