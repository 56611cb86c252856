import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { HOUR, MINUTE } from '@portage/contract/time';
import { unmetPasswordRules } from '@portage/contract/users/password-rule';
import type { ServiceUser, ServiceUserCredentials } from '@portage/contract/users/users';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { allMails } from '../testing/mailed-codes.ts';
import {
  codeOf,
  makeMerchant,
  openTestSession,
  pathsOf,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { securityEvents } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { SERVICE_USER_LIMIT } from './service-users.ts';

const server = useTestServer();
const { post, signIn, refresh } = sessionCalls(server);

const list = async (merchant: TestMerchant) =>
  (await merchant.call('GET', '/users/service')).json<ServiceUser[]>();

const revoke = (merchant: TestMerchant, username: string) =>
  merchant.call('DELETE', `/users/service/${username}`);

const eventsOf = ({ merchant }: TestMerchant) =>
  securityEvents(server.deps.db, 'service_user.', { merchantId: merchant.id });

describe('a service user', () => {
  test('gets a username that cannot be misread and a long password that meets the rules', async () => {
    const merchant = await makeMerchant(server);
    const response = await merchant.call('POST', '/users/service');
    expect(response.statusCode).toBe(201);
    const { username, password } = response.json<ServiceUserCredentials>();
    expect(username).toMatch(/^service-[0-9a-hjkmnp-tv-z]{12}$/);
    expect(password).toHaveLength(40);
    expect(unmetPasswordRules(password)).toEqual([]);
  });

  test('signs in, creates an order of its merchant, reads its label, and renews its session', async () => {
    const merchant = await makeMerchant(server);
    const service = await makeServiceUser(server, merchant);
    const created = await service.call('POST', '/orders', { payload: newOrderPayload() });
    expect(created.statusCode).toBe(201);
    const { id, ...order } = created.json<{ id: string }>();
    expect(order).toMatchObject({ merchantId: merchant.merchant.id, createdBy: service.username });
    const label = async () => (await service.call('GET', `/labels/${id}`)).statusCode;
    await expect.poll(label).toBe(200);
    expect((await refresh(service.username, service.refreshToken)).statusCode).toBe(200);
  });

  test('stores its password nowhere', async () => {
    const merchant = await makeMerchant(server);
    const { password } = await makeServiceUser(server, merchant);
    const { db } = server.deps;
    const kept = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('service_users').selectAll().execute(),
      await db.selectFrom('security_events').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
      await allMails(server),
    ];
    expect(JSON.stringify(kept)).not.toContain(password);
    expect((await merchant.call('GET', '/users/service')).body).not.toContain(password);
  });

  test('that the identity provider cannot create is not listed', async () => {
    const merchant = await makeMerchant(server);
    const failure = vi
      .spyOn(server.deps.identity, 'prepareAccount')
      .mockResolvedValueOnce(() => Promise.reject(new Error('the provider is down')));
    expect((await merchant.call('POST', '/users/service')).statusCode).toBe(500);
    failure.mockRestore();
    expect(await list(merchant)).toEqual([]);
    expect(await eventsOf(merchant)).toEqual([]);
  });
});

describe('a service user with a name and an expiry', () => {
  test('is listed with both and its last use, within five minutes', async () => {
    const merchant = await makeMerchant(server);
    const details = { name: 'Warehouse', expiresAt: TEST_NOW + HOUR };
    const created = await merchant.call('POST', '/users/service', { payload: details });
    const { username, password } = created.json<ServiceUserCredentials>();
    const listed = { username, createdAt: TEST_NOW, ...details };
    expect(await list(merchant)).toEqual([listed]);
    const { call } = await openTestSession(server, username, password);
    await call('GET', '/orders');
    await server.later(2 * MINUTE, () => call('GET', '/orders'));
    expect(await list(merchant)).toEqual([{ ...listed, lastUsedAt: TEST_NOW }]);
    await server.later(6 * MINUTE, () => call('GET', '/orders'));
    expect(await list(merchant)).toMatchObject([{ lastUsedAt: TEST_NOW + 6 * MINUTE }]);
  });

  test('can neither call nor sign in once it has expired', async () => {
    const merchant = await makeMerchant(server);
    const payload = { expiresAt: TEST_NOW + 60_000 };
    const created = await merchant.call('POST', '/users/service', { payload });
    const { username, password } = created.json<ServiceUserCredentials>();
    const { call } = await openTestSession(server, username, password);
    expect((await call('GET', '/orders')).statusCode).toBe(200);
    const codes = await server.later(60_000, async () => [
      codeOf(await call('GET', '/orders')),
      codeOf(await signIn(username, password)),
    ]);
    expect(codes).toEqual(['invalid_token', 'sign_in_failed']);
  });

  test('cannot have expired already', async () => {
    const merchant = await makeMerchant(server);
    const payload = { name: ' ', expiresAt: TEST_NOW };
    const named = await merchant.call('POST', '/users/service', { payload });
    expect(pathsOf(named)).toEqual(['name']);
    const expired = await merchant.call('POST', '/users/service', {
      payload: { expiresAt: TEST_NOW },
    });
    expect(pathsOf(expired)).toEqual(['expiresAt']);
  });
});

describe('the list of service users', () => {
  test('is newest first, with creation times', async () => {
    const merchant = await makeMerchant(server);
    expect(await list(merchant)).toEqual([]);
    const older = await makeServiceUser(server, merchant);
    const newer = await server.later(1_000, async () => {
      const response = await merchant.call('POST', '/users/service');
      return response.json<ServiceUserCredentials>();
    });
    expect(await list(merchant)).toEqual([
      { username: newer.username, createdAt: TEST_NOW + 1_000 },
      { username: older.username, createdAt: TEST_NOW },
    ]);
  });

  test('is full at its limit, also for two simultaneous requests', async () => {
    const merchant = await makeMerchant(server);
    const rows = Array.from({ length: SERVICE_USER_LIMIT - 1 }, (_, index) => ({
      merchant_id: merchant.merchant.id,
      username: `service-${index}`,
      created_at: new Date(TEST_NOW),
    }));
    await server.deps.db.insertInto('service_users').values(rows).execute();
    const answers = await Promise.all([
      merchant.call('POST', '/users/service'),
      merchant.call('POST', '/users/service'),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json<Problem>()).toMatchObject({
      code: 'too_many_service_users',
      detail: expect.stringContaining('at most 50 service users') as string,
    });
    expect(await list(merchant)).toHaveLength(SERVICE_USER_LIMIT);

    await revoke(merchant, 'service-0');
    expect((await merchant.call('POST', '/users/service')).statusCode).toBe(201);
  });
});

describe('a service user that is revoked', () => {
  test('has its devices forgotten', async () => {
    const merchant = await makeMerchant(server);
    const { username, password } = await makeServiceUser(server, merchant);
    const device = 'd'.repeat(43);
    await post('/auth/token', { username, password, device });
    await post('/auth/token', { username: merchant.username, password: TEST_PASSWORD, device });
    const devices = server.deps.db
      .selectFrom('known_devices')
      .select('username')
      .where('username', 'in', [username, merchant.username]);
    expect(await devices.execute()).toHaveLength(2);
    await revoke(merchant, username);
    expect(await devices.execute()).toEqual([{ username: merchant.username }]);
  });

  test('is no longer listed, and others are', async () => {
    const merchant = await makeMerchant(server);
    const [revoked, kept] = [
      await makeServiceUser(server, merchant),
      await makeServiceUser(server, merchant),
    ];
    await revoke(merchant, revoked.username.toUpperCase());
    expect((await list(merchant)).map(({ username }) => username)).toEqual([kept.username]);
    expect((await kept.call('GET', '/orders')).statusCode).toBe(200);
  });

  test('stays active when the identity provider cannot delete its account', async () => {
    const merchant = await makeMerchant(server);
    const service = await makeServiceUser(server, merchant);
    const failure = vi
      .spyOn(server.deps.identity, 'deleteAccount')
      .mockRejectedValueOnce(new Error('the provider is down'));
    expect((await revoke(merchant, service.username)).statusCode).toBe(500);
    failure.mockRestore();
    expect(await list(merchant)).toHaveLength(1);
    expect((await revoke(merchant, service.username)).statusCode).toBe(204);
  });

  test('is neither listed nor revoked by another merchant, which is told that it is unknown', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    const { username, call } = await makeServiceUser(server, merchant);
    expect(await list(other)).toEqual([]);
    const nobodys = 'service-000000000000';
    const [theirs, missing] = [await revoke(other, username), await revoke(other, nobodys)];
    expect(theirs.statusCode).toBe(404);
    const inWordsOf = (body: string, name: string) => {
      const problem = JSON.parse(body.replaceAll(name, 'NAME')) as Problem;
      return { ...problem, requestId: '' };
    };
    expect(inWordsOf(theirs.body, username)).toEqual(inWordsOf(missing.body, nobodys));
    expect(inWordsOf(theirs.body, username).code).toBe('service_user_not_found');
    expect((await call('GET', '/orders')).statusCode).toBe(200);
  });

  test('a person cannot be revoked as a service user', async () => {
    const merchant = await makeMerchant(server);
    expect((await revoke(merchant, merchant.username)).statusCode).toBe(404);
    expect((await merchant.call('GET', '/orders')).statusCode).toBe(200);
  });
});

test('creating and revoking a service user is recorded with the actor and their address', async () => {
  const merchant = await makeMerchant(server);
  const { username } = await makeServiceUser(server, merchant);
  await server.later(1_000, () => revoke(merchant, username));
  const event = { actor: merchant.username, subject: username, address: '127.0.0.1' };
  expect(await eventsOf(merchant)).toMatchObject([
    { action: 'service_user.created', ...event },
    { action: 'service_user.revoked', ...event },
  ]);
});
