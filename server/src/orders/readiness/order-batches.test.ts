import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '@portage/contract/errors';
import { MOST_IN_BATCH, type OrderOutcome } from '@portage/contract/orders/order-readiness';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../../audit/write-audit.ts';
import { useTestServer } from '../../testing/build-test-server.ts';
import { followOrders } from '../../testing/follow-orders.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';

const server = useTestServer();

async function batch(
  merchant: TestMerchant,
  ids: readonly string[],
  as: 'pickupready' | 'notPickupready' | 'delete',
  locale = 'EN',
) {
  const response = await merchant.call('POST', `/orders/batch/${as}`, {
    payload: { ids },
    headers: { locale },
  });
  return response.json<{ outcomes: OrderOutcome[] }>().outcomes;
}

const inStatus = (orderStatus: OrderStatus) => (order: Order) => ({ ...order, orderStatus });

const insertLocated = (merchant: TestMerchant, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => insertOrder(server, merchant, inStatus('GEOCODED'))),
  );

const orderOf = async (merchant: TestMerchant, id: string) =>
  (await merchant.call('GET', `/orders/${id}`)).json<Order>();

const auditOf = ({ merchant }: TestMerchant, id: string) =>
  readOrderAudit(server.deps.db, merchant.id, id);

test('a batch answers each order by itself, in the sequence of the request', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const located = await insertOrder(server, merchant, inStatus('GEOCODED'));
  const failed = await insertOrder(server, merchant, inStatus('GEOCODEDFAILED'));
  const foreign = await insertOrder(server, stranger, inStatus('GEOCODED'));
  const missing = uuidv7();
  const asked = located.id.toUpperCase();

  const success = { result: 'success', status: 'PICKUP_READY' };
  expect(
    await batch(merchant, [missing, asked, failed.id, foreign.id, located.id], 'pickupready'),
  ).toEqual([
    {
      id: missing,
      result: 'error',
      code: 'order_not_found',
      message: `There is no order ${missing}.`,
    },
    { id: asked, ...success },
    {
      id: failed.id,
      result: 'unprocessed',
      status: 'GEOCODEDFAILED',
      code: 'order_not_geocoded',
      message: 'Not processed because order status is not GEOCODED',
    },
    {
      id: foreign.id,
      result: 'error',
      code: 'order_not_found',
      message: `There is no order ${foreign.id}.`,
    },
    { id: located.id, ...success },
  ]);
  expect(await orderOf(merchant, located.id)).toMatchObject({ version: 2 });
  expect(await orderOf(stranger, foreign.id)).toEqual(foreign);
  expect(await auditOf(stranger, foreign.id)).toEqual([]);

  expect(await batch(merchant, [failed.id, missing], 'notPickupready', 'FR')).toEqual([
    {
      id: failed.id,
      result: 'unprocessed',
      status: 'GEOCODEDFAILED',
      code: 'order_not_ready',
      message: 'La commande n’est pas marquée prête pour le ramassage.',
    },
    {
      id: missing,
      result: 'error',
      code: 'order_not_found',
      message: `Il n’y a pas de commande ${missing}.`,
    },
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
    const count = await merchant.call('GET', `/orders/count?orderStatus=${status}`);
    expect(count.json()).toMatchObject({ count: MOST_IN_BATCH });
  }
  expect(await batch(merchant, ids, 'delete')).toEqual(
    ids.map((id) => ({ id, result: 'success' })),
  );
  expect((await merchant.call('GET', '/orders/count')).json()).toMatchObject({ count: 0 });
  const [first = ''] = ids;
  expect(await auditOf(merchant, first)).toMatchObject([
    { action: 'order.status_changed', details: { from: 'GEOCODED', to: 'PICKUP_READY' } },
    { action: 'order.status_changed', details: { from: 'PICKUP_READY', to: 'GEOCODED' } },
    { action: 'order.deleted', actor: merchant.username, details: { status: 'GEOCODED' } },
  ]);
});

test('a batch deletes what may be deleted, says why not of the rest, and each once', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const free = await insertOrder(server, merchant);
  const gone = await insertOrder(server, merchant, inStatus('DELIVERED'));
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
  expect(await orderOf(merchant, gone.id)).toEqual(gone);
  expect(await orderOf(stranger, foreign.id)).toEqual(foreign);
});

test('batches and single marks over the same orders do not stand in each other’s way', async () => {
  const merchant = await makeMerchant(server);
  const orders = await insertLocated(merchant, 30);
  const ids = orders.map(({ id }) => id);
  const [forth, back, singles] = await Promise.all([
    batch(merchant, ids, 'pickupready'),
    batch(merchant, ids.toReversed(), 'pickupready'),
    Promise.all(ids.map((id) => merchant.call('PATCH', `/orders/${id}/pickupready`))),
  ]);
  for (const id of ids) {
    expect(await auditOf(merchant, id)).toHaveLength(1);
    expect(await orderOf(merchant, id)).toMatchObject({ orderStatus: 'PICKUP_READY', version: 2 });
  }
  const succeeded = [...forth, ...back].filter(({ result }) => result === 'success');
  const answered = singles.filter(({ statusCode }) => statusCode === 200);
  expect(succeeded.length + answered.length).toBe(ids.length);
});

test('who follows the orders is told which a batch changed', async () => {
  const merchant = await makeMerchant(server);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const stream = await followOrders(`http://127.0.0.1:${port}/api`, merchant.token);
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
      expect(refused.json<Problem>().errors?.[0]?.path).toMatch(/^ids/);
    }
  });
});
