import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { securityEvents } from '../testing/security-events.ts';

const server = useTestServer();

const eventsFrom = (address: string) => securityEvents(server.deps.db, '', { address });

const call = (
  method: 'GET' | 'POST',
  path: string,
  token: string,
  from: string,
  payload?: object,
) =>
  server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: from,
    ...(payload && { payload }),
  });

test('a wrong key is recorded once a minute', async () => {
  const from = '198.51.100.20';
  for (let count = 0; count < 3; count += 1) await call('GET', '/orders', 'forged', from);
  await call('POST', '/carrier/events', 'forged', from, { events: [] });
  const refused = { action: 'call.refused', actor: 'nobody', merchantId: null };
  const events = [
    { ...refused, subject: 'GET /orders 401' },
    { ...refused, subject: 'POST /carrier/events 401' },
  ];
  expect(await eventsFrom(from)).toMatchObject(events);
  server.setNow(TEST_NOW + 60_000);
  await call('GET', '/orders', 'forged', from);
  expect(await eventsFrom(from)).toHaveLength(3);
});

test('a wrong token or signature on the shop host is recorded as on the API', async () => {
  const from = '198.51.100.24';
  const send = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
    server.app.inject({
      method,
      url: `/shop${url}`,
      headers,
      remoteAddress: from,
      ...(payload && { payload }),
    });
  const query = { shop: 'some.myshopify.com', hmac: '0'.repeat(64), timestamp: '1700000000' };
  for (let count = 0; count < 2; count += 1) {
    await send('GET', '/link', undefined, { authorization: 'Bearer forged' });
    await send('POST', '/webhooks/orders/create', {}, { 'x-shopify-hmac-sha256': 'forged' });
    await send('POST', '/carrier_rates', {});
    await send('POST', '/link/start', { query });
    await send('GET', `/oauth/callback?${new URLSearchParams(query).toString()}`);
    // A call without a session is not recorded.
    await send('GET', '/shop_orders');
  }
  const refused = ['GET /link', 'POST /webhooks/{resource}/{event}', 'POST /carrier_rates'];
  expect(await eventsFrom(from)).toMatchObject(
    [...refused, 'POST /link/start', 'GET /oauth/callback'].map((call) => ({
      ...{ action: 'call.refused', actor: 'nobody', subject: `${call} 401` },
    })),
  );
});

test('a call beyond a credential’s scope is recorded with its owner', async () => {
  const from = '198.51.100.21';
  const merchant = await makeMerchant(server);
  const service = await makeServiceUser(server, merchant);
  await call('POST', '/users/service', service.token, from);
  expect(await eventsFrom(from)).toMatchObject([
    {
      action: 'call.refused',
      actor: service.username,
      subject: 'POST /users/service 403',
      merchantId: merchant.merchant.id,
    },
  ]);
});

test('a bulk call is recorded only if it names another merchant’s orders', async () => {
  const from = '198.51.100.22';
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const [own, others] = [await makeOrder(merchant), await makeOrder(other)];
  const ready = (ids: string[]) =>
    call('POST', '/orders/batch/pickupready', merchant.token, from, { ids });
  expect((await ready([own.id])).statusCode).toBe(200);
  expect(await eventsFrom(from)).toEqual([]);
  await ready([own.id, others.id, randomUUID()]);
  expect(await eventsFrom(from)).toMatchObject([
    {
      action: 'orders.not_found',
      actor: merchant.username,
      subject: expect.stringMatching(/ 2$/),
    },
  ]);
  const print = { ids: [own.id, others.id], format: 'zpl', documents: 'labels' };
  const printed = await call('POST', '/labels/batch', merchant.token, from, print);
  expect(printed.statusCode).toBe(200);
  expect(await eventsFrom(from)).toContainEqual(
    expect.objectContaining({ actor: merchant.username, subject: 'POST /labels/batch 1' }),
  );
});

test('exports of orders and addresses are recorded', async () => {
  const from = '198.51.100.23';
  const { token, username, merchant } = await makeMerchant(server);
  expect((await call('GET', '/orders/export', token, from)).statusCode).toBe(200);
  expect((await call('GET', '/orders/addresses/export', token, from)).statusCode).toBe(200);
  const exported = { actor: username, subject: null, merchantId: merchant.id };
  expect(await eventsFrom(from)).toMatchObject([
    { ...exported, action: 'orders.exported' },
    { ...exported, action: 'addresses.exported' },
  ]);
});
