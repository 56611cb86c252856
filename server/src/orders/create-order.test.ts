import { describe, expect, test } from 'vitest';
import { Order } from '@portage/contract/orders';
import type { Problem } from '@portage/contract/errors';
import { isTrackingNumber } from '@portage/contract/tracking-number';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';

const server = useTestServer();
const DAY = 24 * 60 * 60 * 1000;

const address = (street: string, city: string, province: string, postalCode: string) => ({
  street,
  city,
  province,
  postalCode,
  country: 'CA' as const,
});

describe('creating an order', () => {
  test('a created order is the merchant’s, waits in CREATED and keeps what was typed', async () => {
    const merchant = await makeMerchant(server);
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({
        refNumber: ' A-1 ',
        tags: ['fragile', 'fragile'],
        notes: 'Sonnez deux fois',
        customFields: [{ name: 'po', value: '77' }],
      }),
    });
    expect(response.statusCode).toBe(201);
    const order = Order.parse(response.json());
    expect(order).toMatchObject({
      merchantId: merchant.merchant.id,
      createdBy: merchant.username,
      orderStatus: 'CREATED',
      createdAt: TEST_NOW,
      source: 'api',
      refNumber: 'A-1',
      tags: ['fragile'],
      recipient: { name: 'Zoé Tremblay', phone: '+14165550142' },
      packageCount: 1,
    });
    expect(isTrackingNumber(order.trackingNumber)).toBe(true);
    expect(order.packages[0]?.trackingNumber).toBe(`${order.trackingNumber}-1`);
  });

  test('a moment later it is located and rated, with its promise and a second timeline event', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await makeOrder(merchant);
    const order = Order.parse(await waitUntilPlaced(merchant, id));
    expect(order.orderStatus).toBe('GEOCODED');
    expect(order.validAddress).toBe(true);
    expect(order.recipientAddress.location).toBeDefined();
    expect(order.rateChoice).toMatchObject({ service: 'NEXTDAY', deliveryService: 'TO_THE_DOOR' });
    expect(order.rateChoice?.price).toBeGreaterThan(0);
    expect(order.completeBefore).toBeGreaterThan(TEST_NOW);
    expect(order.timelineEvents.map(({ event }) => event)).toEqual(['CREATED', 'GEOCODED']);
  });

  test('a coordinate is trusted only when the merchant says so', async () => {
    const merchant = await makeMerchant(server);
    const location = { lat: 43.6561, lng: -79.3802 };
    const recipientAddress = { ...newOrderPayload().recipientAddress, location };
    const ignored = await makeOrder(merchant, { recipientAddress });
    const trusted = await makeOrder(merchant, { recipientAddress, useCoordinate: true });
    const located = await waitUntilPlaced(merchant, ignored.id);
    expect(located.recipientAddress.location).not.toEqual(location);
    const kept = await waitUntilPlaced(merchant, trusted.id);
    expect(kept.recipientAddress.location).toEqual(location);
  });

  test('the window of a scheduled order is kept as the one first promised', async () => {
    const merchant = await makeMerchant(server);
    const windows = await merchant.call(
      'GET',
      '/rates/windows?originPostalCode=M5X1A9&postalCode=M5B1C6',
    );
    const [window] = windows.json<{ start: number; end: number }[]>();
    const { id } = await makeOrder(merchant, {
      service: 'SCHEDULED',
      ...(window && { window: { start: window.start, end: window.end } }),
    });
    expect(await waitUntilPlaced(merchant, id)).toMatchObject({
      orderStatus: 'GEOCODED',
      completeAfter: window?.start,
      completeBefore: window?.end,
      originalCompleteAfter: window?.start,
      originalCompleteBefore: window?.end,
    });
  });

  test('each package has a number of its own, also when they were only counted', async () => {
    const merchant = await makeMerchant(server);
    const { packages: _described, ...payload } = newOrderPayload({ packageCount: 3 });
    const response = await merchant.call('POST', '/orders', { payload });
    const order = response.json<Order>();
    expect(order.packages.map(({ trackingNumber }) => trackingNumber)).toEqual([
      `${order.trackingNumber}-1`,
      `${order.trackingNumber}-2`,
      `${order.trackingNumber}-3`,
    ]);
  });

  test('handing over against a signature follows from the delivery service', async () => {
    const merchant = await makeMerchant(server);
    expect(await makeOrder(merchant, { deliveryService: 'THRESHOLD' })).toMatchObject({
      signatureRequired: true,
    });
    expect(await makeOrder(merchant)).toMatchObject({
      deliveryService: 'TO_THE_DOOR',
      signatureRequired: false,
    });
  });
});

describe('an order that cannot be carried says why', () => {
  test.each([
    [
      'GEOCODEDFAILED',
      'an address that does not exist',
      { recipientAddress: address('1 Nowhere Rd', 'Nowhere', 'ON', 'K9Z 9Z9') },
    ],
    [
      'OUT_OF_FSA',
      'an address outside every service area',
      { recipientAddress: address('4920 52 St', 'Yellowknife', 'NT', 'X1A 3T1') },
    ],
    [
      'UNSUPPORTED_WEIGHT',
      'a package over the limit',
      { packages: [{ weightOptions: { weight: 501, unit: 'lb' as const } }] },
    ],
    [
      'RATE_FAILED',
      'a service that does not reach the destination',
      {
        service: 'SAMEDAY' as const,
        recipientAddress: address('900 Granville St', 'Vancouver', 'BC', 'V6Z 1K3'),
      },
    ],
    [
      'INVALIDTIME',
      'a window that is not offered',
      {
        service: 'SCHEDULED' as const,
        window: { start: TEST_NOW + 60 * DAY, end: TEST_NOW + 60 * DAY + 3_600_000 },
      },
    ],
  ])('%s for %s', async (status, _case, changes) => {
    const merchant = await makeMerchant(server);
    const { id } = await makeOrder(merchant, changes);
    const order = await waitUntilPlaced(merchant, id);
    expect(order.orderStatus).toBe(status);
    expect(order.timelineEvents.at(-1)?.event).toBe(status);
  });

  test('a heavy order is carried only for merchants with the feature', async () => {
    const heavy = { packages: [{ weightOptions: { weight: 120, unit: 'lb' as const } }] };
    const without = await makeMerchant(server);
    const { id } = await makeOrder(without, heavy);
    expect((await waitUntilPlaced(without, id)).orderStatus).toBe('UNSUPPORTED_WEIGHT');

    const withFeature = await makeMerchant(server);
    await server.deps.db
      .insertInto('feature_flags')
      .values({
        flag: 'heavy-parcel-consolidation-v1',
        merchant_id: withFeature.merchant.id,
        enabled: true,
      })
      .execute();
    const { id: carried } = await makeOrder(withFeature, heavy);
    expect(await waitUntilPlaced(withFeature, carried)).toMatchObject({
      orderStatus: 'GEOCODED',
      deliveryType: 'HEAVY',
    });
  });
});

describe('the recipient’s phone', () => {
  const { phone: _missing, ...recipient } = newOrderPayload().recipient;

  test('is required', async () => {
    const merchant = await makeMerchant(server);
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({ recipient }),
      headers: { locale: 'FR' },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors).toEqual([
      { path: 'recipient.phone', message: 'Obligatoire' },
    ]);
  });

  test('may be missing for a merchant flagged phoneOptional', async () => {
    const merchant = await makeMerchant(server, { phoneOptional: true });
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({ recipient }),
    });
    expect(response.statusCode).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('makes a repeated request create one order and get its answer again', async () => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload();
    const first = await merchant.call('POST', '/orders', { payload, ...keyed('one') });
    const again = await merchant.call('POST', '/orders', { payload, ...keyed('one') });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    const list = await merchant.call('GET', '/orders');
    expect(list.json<{ orders: Order[] }>().orders).toHaveLength(1);
  });

  test('cannot be used again for another body', async () => {
    const merchant = await makeMerchant(server);
    await merchant.call('POST', '/orders', { payload: newOrderPayload(), ...keyed('two') });
    const other = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({ refNumber: 'other' }),
      ...keyed('two'),
    });
    expect(other.statusCode).toBe(422);
    expect(other.json<Problem>().code).toBe('idempotency_key_reused');
  });

  test('belongs to one merchant', async () => {
    const payload = newOrderPayload();
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const first = await one.call('POST', '/orders', { payload, ...keyed('shared') });
    const second = await other.call('POST', '/orders', { payload, ...keyed('shared') });
    expect(second.json<Order>().merchantId).toBe(other.merchant.id);
    expect(second.json<Order>().id).not.toBe(first.json<Order>().id);
  });

  test('lets one of many simultaneous requests create the order', async () => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        merchant.call('POST', '/orders', { payload, ...keyed('race') }),
      ),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    const refused = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(new Set(created.map((response) => response.json<Order>().id)).size).toBe(1);
    expect(refused.map((response) => response.json<Problem>().code)).toEqual(
      refused.map(() => 'request_in_progress'),
    );
  });
});

test('a recipient whose address was to be saved is found by name without accents', async () => {
  const merchant = await makeMerchant(server);
  await makeOrder(merchant, { saveAddress: true });
  await makeOrder(merchant, { saveAddress: true });
  const response = await merchant.call('GET', '/orders/addresses?freeSearch=zoe+dundas');
  const { addresses } = response.json<{ addresses: { recipient: { name: string } }[] }>();
  expect(addresses.map(({ recipient }) => recipient.name)).toEqual(['Zoé Tremblay']);
});
