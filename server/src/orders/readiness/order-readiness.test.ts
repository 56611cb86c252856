import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../../testing/make-order.ts';
import { makeServiceUser } from '../../testing/make-service-user.ts';
import { recordScan } from '../record-scan.ts';

const server = useTestServer();

type Mark = 'pickupready' | 'notPickupready';

const mark = (merchant: TestMerchant, id: string, as: Mark, locale = 'EN') =>
  merchant.call('PATCH', `/orders/${id}/${as}`, { headers: { locale } });

const inStatus = (orderStatus: OrderStatus) => (order: Order) => ({ ...order, orderStatus });

const scanned = (order: Order) =>
  recordScan(order, {
    trackingNumber: order.packages[0]?.trackingNumber ?? '',
    at: TEST_NOW,
    city: 'Toronto',
  });

const orderOf = async (merchant: TestMerchant, id: string) =>
  (await merchant.call('GET', `/orders/${id}`)).json<Order>();

const statusChangesOf = async ({ merchant }: TestMerchant, id: string) =>
  (await readOrderAudit(server.deps.db, merchant.id, id))
    .filter(({ action }) => action === 'order.status_changed')
    .map(({ actor, details }) => ({ actor, ...details }));

test('a located order is marked ready and back, with its timeline and its audit', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await waitUntilPlaced(merchant, (await makeOrder(merchant)).id);

  const ready = await mark(merchant, id, 'pickupready');
  expect(ready.statusCode).toBe(200);
  expect(ready.json<Order>()).toEqual(await orderOf(merchant, id));
  expect(ready.json<Order>()).toMatchObject({
    orderStatus: 'PICKUP_READY',
    pickupReadyAt: TEST_NOW,
    version: 3,
  });

  const back = await mark(merchant, id, 'notPickupready');
  expect(back.statusCode).toBe(200);
  const order = back.json<Order>();
  expect(order).toMatchObject({ orderStatus: 'GEOCODED', version: 4 });
  expect(order.pickupReadyAt).toBeUndefined();
  expect(order.timelineEvents.map(({ event }) => event)).toEqual([
    ...['CREATED', 'GEOCODED', 'PICKUP_READY', 'GEOCODED'],
  ]);
  expect(await statusChangesOf(merchant, id)).toEqual([
    { actor: 'system', from: 'CREATED', to: 'GEOCODED' },
    { actor: merchant.username, from: 'GEOCODED', to: 'PICKUP_READY' },
    { actor: merchant.username, from: 'PICKUP_READY', to: 'GEOCODED' },
  ]);
});

describe('of all statuses', () => {
  test.each([
    { as: 'pickupready', from: 'GEOCODED', code: 'order_not_geocoded' },
    { as: 'notPickupready', from: 'PICKUP_READY', code: 'order_not_ready' },
  ] as const)('only orders that are $from are taken by $as', async ({ as, from, code }) => {
    const merchant = await makeMerchant(server);
    const orders = await Promise.all(
      OrderStatus.options.map((status) => insertOrder(server, merchant, inStatus(status))),
    );
    for (const { id, orderStatus } of orders) {
      const answer = await mark(merchant, id, as);
      if (orderStatus === from) {
        expect(answer.statusCode).toBe(200);
      } else {
        expect(answer.statusCode).toBe(409);
        expect(answer.json<Problem>().code).toBe(code);
        expect(await orderOf(merchant, id)).toMatchObject({ orderStatus, version: 1 });
      }
    }
  });
});

test('a ready order that was scanned does not go back', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, (order) => ({
    ...scanned(order),
    orderStatus: 'PICKUP_READY',
  }));
  const refused = await mark(merchant, id, 'notPickupready', 'FR');
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Problem>()).toMatchObject({
    code: 'order_scanned',
    detail: expect.stringMatching(/déjà scanné/),
  });
});

test('of two people who mark the same order ready, one does', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, inStatus('GEOCODED'));
  const answers = await Promise.all([1, 2, 3].map(() => mark(merchant, id, 'pickupready')));
  const statusCodes = answers.map(({ statusCode }) => statusCode);
  expect(statusCodes.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect(await statusChangesOf(merchant, id)).toHaveLength(1);
});

test('service users mark orders ready, too; nobody does without a session', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, inStatus('GEOCODED'));
  const anonymous = await server.app.inject({
    method: 'PATCH',
    url: `/api/orders/${id}/pickupready`,
  });
  expect(anonymous.statusCode).toBe(401);
  const service = await makeServiceUser(server, merchant);
  expect((await service.call('PATCH', `/orders/${id}/pickupready`)).statusCode).toBe(200);
});
