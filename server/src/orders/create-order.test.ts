import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { Order } from '@portage/contract/orders/orders';
import { isTrackingNumber } from '@portage/contract/orders/tracking-number';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';

const server = useTestServer();

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

  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `field ${index}`, value: 'x' }));

  test.each([
    [{ deliveryService: 'WHITE_GLOVE' }, 'deliveryService', /not offered for this order/],
    [{ deliveryService: 'ROOM_OF_CHOICE' }, 'deliveryService', /not offered for this order/],
    [{ customFields: fields(4) }, 'customFields', /^At most 3 custom fields\.$/],
  ] as const)('a parcel is refused with %j', async (changes, path, message) => {
    const merchant = await makeMerchant(server);
    const payload = { ...newOrderPayload(), ...changes };
    for (const url of ['/orders', '/orders/similar']) {
      const response = await merchant.call('POST', url, { payload });
      expect(response.statusCode).toBe(400);
      expect(response.json<Problem>().errors).toEqual([
        { path, message: expect.stringMatching(message) as string },
      ]);
    }
  });

  test('a heavy order or a booking may be carried into the home, with three custom fields', async () => {
    const merchant = await makeMerchant(server);
    const heavy = { weightOptions: { weight: 90, unit: 'lb' as const } };
    for (const changes of [{ packages: [heavy] }, { service: 'CUSTOMER_BOOKING' as const }]) {
      const response = await merchant.call('POST', '/orders', {
        payload: newOrderPayload({
          ...{ ...changes, deliveryService: 'WHITE_GLOVE', customFields: fields(3) },
        }),
      });
      expect(response.statusCode, response.body).toBe(201);
    }
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

describe('what a package weighs', () => {
  const weighing = (weight: number, unit: 'lb' | 'kg' = 'lb') => ({
    weightOptions: { weight, unit },
    sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' as const },
  });

  test.each([
    ['less than nothing', [weighing(-1)], 'packages.0.weightOptions.weight'],
    ['a billion pounds', [weighing(1e9)], 'packages.0.weightOptions.weight'],
    ['little, 100 times', Array.from({ length: 100 }, () => weighing(1)), 'packages'],
  ])('is refused when it is %s', async (_, packages, path) => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload({ packages });
    const response = await merchant.call('POST', '/orders', { payload });
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors?.[0]).toMatchObject({ path });
  });

  test('may be an ounce, and in other units than the next one', async () => {
    const merchant = await makeMerchant(server);
    const packages = [
      weighing(0.05),
      ...Array.from({ length: 98 }, (_, index) => weighing(1, index % 2 === 0 ? 'kg' : 'lb')),
    ];
    const { id } = await makeOrder(merchant, { packages });
    const order = await waitUntilPlaced(merchant, id);
    expect(order.orderStatus).toBe('GEOCODED');
    expect(order.packages.map(({ weightOptions }) => weightOptions)).toEqual(
      packages.map(({ weightOptions }) => weightOptions),
    );
  });
});
