import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { scannedOrder } from '../testing/carrier-events.ts';
import { batch, countOrders, makePlacedOrder, readOrder } from '../testing/edit-orders.ts';
import { followOrders } from '../testing/follow-orders.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { codeOf, makeMerchant, pathsOf, type TestMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

const insertLocated = (merchant: TestMerchant, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => insertOrder(server, merchant, { orderStatus: 'GEOCODED' })),
  );

const auditOf = ({ merchant }: TestMerchant, id: string) =>
  readOrderAudit(server.deps.db, merchant.id, id);

const notFound = (id: string, message: string) => {
  return { id, result: 'error', code: 'order_not_found', message };
};
const notLocated = (id: string, code: string, message: string) => {
  return { id, result: 'unprocessed', status: 'GEOCODEDFAILED', code, message };
};

test('a batch answers for each order, in the sequence of the request', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const located = await insertOrder(server, merchant, { orderStatus: 'GEOCODED' });
  const failed = await insertOrder(server, merchant, { orderStatus: 'GEOCODEDFAILED' });
  const foreign = await insertOrder(server, stranger, { orderStatus: 'GEOCODED' });
  const missing = uuidv7();
  const asked = located.id.toUpperCase();

  const success = { result: 'success', status: 'PICKUP_READY' };
  expect(
    await batch(merchant, [missing, asked, failed.id, foreign.id, located.id], 'pickupready'),
  ).toEqual([
    notFound(missing, `There is no order ${missing}.`),
    { id: asked, ...success },
    notLocated(
      failed.id,
      'order_not_geocoded',
      'Not processed because order status is not GEOCODED',
    ),
    notFound(foreign.id, `There is no order ${foreign.id}.`),
    { id: located.id, ...success },
  ]);
  expect(await readOrder(merchant, located.id)).toMatchObject({ version: 2 });
  expect(await readOrder(stranger, foreign.id)).toEqual(foreign);
  expect(await auditOf(stranger, foreign.id)).toEqual([]);

  const notReady = 'La commande n’est pas marquée prête pour le ramassage.';
  expect(await batch(merchant, [failed.id, missing], 'notPickupready', 'FR')).toEqual([
    notLocated(failed.id, 'order_not_ready', notReady),
    notFound(missing, `Il n’y a pas de commande ${missing}.`),
  ]);
});

test('a batch of the most orders is marked ready, back, and deleted', async () => {
  const merchant = await makeMerchant(server);
  const orders = await insertLocated(merchant, MOST_IN_BATCH);
  const ids = orders.map(({ id }) => id);
  const steps = [
    ['pickupready', 'PICKUP_READY'],
    ['notPickupready', 'GEOCODED'],
  ] as const;
  for (const [as, status] of steps) {
    expect(await batch(merchant, ids, as)).toEqual(
      ids.map((id) => ({ id, result: 'success', status })),
    );
    expect(await countOrders(merchant, `orderStatus=${status}`)).toBe(MOST_IN_BATCH);
  }
  expect(await batch(merchant, ids, 'delete')).toEqual(
    ids.map((id) => ({ id, result: 'success' })),
  );
  expect(await countOrders(merchant)).toBe(0);
  const [first = ''] = ids;
  expect(await auditOf(merchant, first)).toMatchObject([
    { action: 'order.status_changed', details: { from: 'GEOCODED', to: 'PICKUP_READY' } },
    { action: 'order.status_changed', details: { from: 'PICKUP_READY', to: 'GEOCODED' } },
    { action: 'order.deleted', actor: merchant.username, details: { status: 'GEOCODED' } },
  ]);
});

test('a batch deletes each deletable order once, and says why not for the rest', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const free = await insertOrder(server, merchant);
  const gone = await insertOrder(server, merchant, { orderStatus: 'DELIVERED' });
  const foreign = await insertOrder(server, stranger);
  const ids = [free.id, gone.id, foreign.id, free.id];
  expect(await batch(merchant, ids, 'delete')).toMatchObject([
    { id: free.id, result: 'success' },
    { id: gone.id, result: 'unprocessed', status: 'DELIVERED', code: 'order_picked_up' },
    { id: foreign.id, result: 'error', code: 'order_not_found' },
    { id: free.id, result: 'success' },
  ]);
  expect(await batch(merchant, [free.id], 'delete')).toMatchObject([
    { id: free.id, result: 'error', code: 'order_not_found' },
  ]);
  expect((await merchant.call('GET', `/orders/${free.id}`)).statusCode).toBe(404);
  expect(await readOrder(merchant, gone.id)).toEqual(gone);
  expect(await readOrder(stranger, foreign.id)).toEqual(foreign);
});

test('batches and single marks of the same orders do not block each other', async () => {
  const merchant = await makeMerchant(server);
  const orders = await insertLocated(merchant, 30);
  const ids = orders.map(({ id }) => id);
  const [forth, back, singles] = await Promise.all([
    batch(merchant, ids, 'pickupready'),
    batch(merchant, ids.toReversed(), 'pickupready'),
    Promise.all(ids.map((id) => mark(merchant, id, 'pickupready'))),
  ]);
  for (const id of ids) {
    expect(await auditOf(merchant, id)).toHaveLength(1);
    const order = await readOrder(merchant, id);
    expect(order).toMatchObject({ orderStatus: 'PICKUP_READY', version: 2 });
  }
  const succeeded = [...forth, ...back].filter(({ result }) => result === 'success');
  const answered = singles.filter(({ statusCode }) => statusCode === 200);
  expect(succeeded.length + answered.length).toBe(ids.length);
});

test('a batch notifies followers of each order it changed', async () => {
  const merchant = await makeMerchant(server);
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const stream = await followOrders(`${address}/api`, merchant.token);
  const [{ id }] = (await insertLocated(merchant, 1)) as [Order];
  expect(await stream.changeOf(id)).toMatchObject({ version: 1 });
  await batch(merchant, [id], 'pickupready');
  expect(await stream.changeOf(id)).toMatchObject({ version: 2, isDeleted: false });
  await batch(merchant, [id], 'delete');
  expect(await stream.changeOf(id)).toMatchObject({ isDeleted: true });
});

describe('a batch is refused whole', () => {
  test.each([
    { what: 'without orders', ids: [] },
    { what: 'with more than the most', ids: Array.from({ length: 501 }, () => uuidv7()) },
    { what: 'with an id that is none', ids: ['17'] },
    { what: 'with no list', ids: 'all' },
  ])('$what', async ({ ids }) => {
    const merchant = await makeMerchant(server);
    for (const as of ['pickupready', 'notPickupready', 'delete']) {
      const payload = { ids };
      const refused = await merchant.call('POST', `/orders/batch/${as}`, { payload });
      expect(refused.statusCode).toBe(400);
      expect(pathsOf(refused)?.[0]).toMatch(/^ids/);
    }
  });
});

type Mark = 'pickupready' | 'notPickupready';

const mark = (merchant: TestMerchant, id: string, as: Mark, locale = 'EN') =>
  merchant.call('PATCH', `/orders/${id}/${as}`, { headers: { locale } });

const statusChangesOf = async (merchant: TestMerchant, id: string) =>
  (await auditOf(merchant, id))
    .filter(({ action }) => action === 'order.status_changed')
    .map(({ actor, details }) => ({ actor, ...details }));

test('a located order is marked ready and back, with its timeline and its audit', async () => {
  const { merchant, id } = await makePlacedOrder(server);

  const ready = await mark(merchant, id, 'pickupready');
  expect(ready.statusCode).toBe(200);
  expect(ready.json<Order>()).toEqual(await readOrder(merchant, id));
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

const WITH_CARRIER: ReadonlySet<OrderStatus> = new Set([
  'CARRIER_PICKED_UP',
  'SHIPMENT_CREATED',
  'SHIPMENT_PROCESSING',
  'RECEIVED_AT_DESTINATION',
  'OUT_FOR_DELIVERY',
  'DELIVERY_EN_ROUTE',
  'DELIVERY_COMPLETED',
  'DELIVERED',
  'DELIVERY_FAILED',
  'FAILED',
  'RETURN_TO_SENDER',
  'LOST',
]);

describe('of all statuses', () => {
  test.each([
    { as: 'pickupready', from: 'GEOCODED', code: 'order_not_geocoded' },
    { as: 'notPickupready', from: 'PICKUP_READY', code: 'order_not_ready' },
  ] as const)('only orders that are $from are taken by $as', async ({ as, from, code }) => {
    const merchant = await makeMerchant(server);
    const orders = await Promise.all(
      OrderStatus.options.map((status) => insertOrder(server, merchant, { orderStatus: status })),
    );
    for (const { id, orderStatus } of orders) {
      const answer = await mark(merchant, id, as);
      if (orderStatus === from) {
        expect(answer.statusCode).toBe(200);
      } else {
        expect(answer.statusCode).toBe(409);
        const isGone = as === 'notPickupready' && WITH_CARRIER.has(orderStatus);
        expect(codeOf(answer)).toBe(isGone ? 'order_picked_up' : code);
        expect(await readOrder(merchant, id)).toMatchObject({ orderStatus, version: 1 });
      }
    }
  });
});

test('a ready order that was scanned does not go back', async () => {
  const { merchant, id } = await makeInsertedOrder(server, (order) => ({
    ...scannedOrder(order, TEST_NOW),
    orderStatus: 'PICKUP_READY',
  }));
  const refused = await mark(merchant, id, 'notPickupready', 'FR');
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Problem>()).toMatchObject({
    code: 'order_scanned',
    detail: expect.stringMatching(/déjà scanné/),
  });
});

test('of two people who mark the same order ready, one succeeds', async () => {
  const { merchant, id } = await makeInsertedOrder(server, { orderStatus: 'GEOCODED' });
  const answers = await Promise.all([1, 2, 3].map(() => mark(merchant, id, 'pickupready')));
  const statusCodes = answers.map(({ statusCode }) => statusCode);
  expect(statusCodes.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect(await statusChangesOf(merchant, id)).toHaveLength(1);
});
