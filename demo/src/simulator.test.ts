import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import type { PhotoLink } from '@portage/contract/orders/photos';
import { MINUTE } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../../server/src/testing/build-test-server.ts';
import { locatedOrder } from '../../server/src/testing/carrier-events.ts';
import { insertOrder } from '../../server/src/testing/insert-order.ts';
import { codeOf, makeMerchant, type TestMerchant } from '../../server/src/testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../../server/src/testing/make-order.ts';
import { planDelivery, type Stop, simulateStop, simulateDeliveries } from './simulator.ts';

const server = useTestServer({ isDemo: true });

const orderOf = async (merchant: TestMerchant, id: string) =>
  (await merchant.call('GET', `/orders/${id}`)).json<Order>();

async function makeReadyOrder(merchant: TestMerchant): Promise<Order> {
  const { id } = await makeOrder(merchant, { signatureRequired: true });
  await waitUntilPlaced(merchant, id);
  return (await merchant.call('PATCH', `/orders/${id}/pickupready`)).json<Order>();
}

async function waitUntilPickedUp(merchant: TestMerchant, id: string): Promise<Order> {
  for (;;) {
    const order = await orderOf(merchant, id);
    if (order.orderStatus !== 'PICKUP_READY') return order;
    await setTimeout(20);
  }
}

async function driveToTheEnd(order: Order, isWatched: boolean) {
  const { merchantId, id } = order;
  const stops = planDelivery(order, { isWatched });
  for (const stop of stops.keys()) {
    server.setNow(TEST_NOW + (stop + 1) * 60_000);
    await simulateStop(server.deps, { merchantId, orderId: id, stop, isWatched });
    await simulateStop(server.deps, { merchantId, orderId: id, stop, isWatched });
  }
  server.setNow(TEST_NOW);
  return stops;
}

test('a delivery that is started is picked up at once, and delivered with photos and a signature', async () => {
  const merchant = await makeMerchant(server);
  const ready = await makeReadyOrder(merchant);
  const started = await merchant.call('POST', `/orders/${ready.id}/simulation`);
  expect(started.statusCode).toBe(204);
  expect((await waitUntilPickedUp(merchant, ready.id)).orderStatus).toBe('CARRIER_PICKED_UP');

  const stops = await driveToTheEnd(ready, true);
  const delivered = await orderOf(merchant, ready.id);
  expect(delivered.orderStatus).toBe('DELIVERED');
  const reported = delivered.timelineEvents.map(({ event }) => event);
  for (const { status } of stops) {
    expect(reported.filter((event) => event === status)).toEqual([status]);
  }
  const proof = delivered.timelineEvents.find(({ event }) => event === 'DELIVERED');
  const photos = await merchant.call('GET', `/orders/${ready.id}/photos`);
  const paths = photos.json<{ links: PhotoLink[] }>().links.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(proof?.verificationPhotosUrls ?? ['none']));
  expect(paths).toEqual(expect.arrayContaining(proof?.signaturePhotosUrls ?? ['none']));
});

describe('a delivery is not simulated', () => {
  test('of an order that is not ready or is another merchant’s', async () => {
    const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
    const { id } = await makeOrder(merchant);
    await waitUntilPlaced(merchant, id);
    const refused = await merchant.call('POST', `/orders/${id}/simulation`);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'order_not_ready']);
    const unknown = await stranger.call('POST', `/orders/${id}/simulation`);
    expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'order_not_found']);
  });

  test('stops once the order is deleted or no longer ready', async () => {
    const merchant = await makeMerchant(server);
    const [deleted, unready] = [await makeReadyOrder(merchant), await makeReadyOrder(merchant)];
    await merchant.call('DELETE', `/orders/${deleted.id}`);
    await merchant.call('PATCH', `/orders/${unready.id}/notPickupready`);
    for (const { merchantId, id: orderId } of [deleted, unready]) {
      await simulateStop(server.deps, { merchantId, orderId, stop: 0, isWatched: true });
    }
    expect((await orderOf(merchant, unready.id)).orderStatus).toBe('GEOCODED');
  });
});

test('orders that were left ready are picked up one after the other', async () => {
  const merchant = await makeMerchant(server);
  const older = await makeReadyOrder(merchant);
  server.setNow(TEST_NOW + 1000);
  const orders = [older, await makeReadyOrder(merchant)];
  server.setNow(TEST_NOW);
  await simulateDeliveries(server.deps);
  const statuses = async () =>
    Promise.all(orders.map(async ({ id }) => (await orderOf(merchant, id)).orderStatus));
  expect(await statuses()).toEqual(['PICKUP_READY', 'PICKUP_READY']);

  const clock = { now: () => TEST_NOW + 31 * MINUTE };
  await simulateDeliveries({ db: server.deps.db, clock });
  await waitUntilPickedUp(merchant, older.id);
  expect(await statuses()).toEqual(['CARRIER_PICKED_UP', 'PICKUP_READY']);
});

test('a plan ends at the recipient or back at the merchant, with every event reported', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (id, isWatched) => {
      const plan = planDelivery({ ...locatedOrder(TEST_NOW), id }, { isWatched });
      const last = plan.at(-1);
      expect(last?.status).toMatch(isWatched ? /^DELIVERED$/ : /^(DELIVERED|RETURN_TO_SENDER)$/);
      expect(last?.isLate).toBeFalsy();
    }),
  );
});

describe('an order comes to the end of its plan', () => {
  const planned = (id: string) =>
    planDelivery({ ...locatedOrder(TEST_NOW), id }, { isWatched: false });
  const isFound = {
    'when it is delivered the next time': (stops: Stop[]) =>
      stops.at(-1)?.status === 'DELIVERED' && stops.some(({ notes }) => notes),
    'when it is returned': (stops: Stop[]) => stops.at(-1)?.status === 'RETURN_TO_SENDER',
    'when the depot reports late': (stops: Stop[]) => stops.some(({ isLate }) => isLate),
  };

  test.each(Object.entries(isFound))('%s', async (_when, isIt) => {
    const merchant = await makeMerchant(server);
    let id = uuidv7();
    while (!isIt(planned(id))) id = uuidv7();
    const ready = await insertOrder(server, merchant, { id, orderStatus: 'PICKUP_READY' });

    const stops = await driveToTheEnd(ready, false);
    const { orderStatus, timelineEvents } = await orderOf(merchant, id);
    expect(orderStatus).toBe(stops.at(-1)?.status);
    const reported = timelineEvents
      .map(({ event }) => event)
      .filter((event) => event !== 'CREATED');
    expect(reported).toEqual(stops.map(({ status }) => status));
  });
});
