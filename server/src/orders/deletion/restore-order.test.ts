import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import { readOrderAudit } from '../../audit/read-order-audit.ts';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../../testing/make-order.ts';
import { draftOrder } from '../draft-order.ts';
import { insertOrders } from '../order-queries.ts';
import { deleteOrder } from './delete-order.ts';
import { listRestorableOrders } from './list-restorable-orders.ts';
import { purgeDeletedOrders } from './purge-deleted-orders.ts';
import { restoreOrder } from './restore-order.ts';

const server = useTestServer();
const DAY = 24 * 60 * 60 * 1000;

/** The server's database at a moment so many days from now. */
const inDays = (days: number) => ({
  db: server.deps.db,
  clock: { now: () => TEST_NOW + days * DAY },
});

const sessionOf = ({ merchant, username }: TestMerchant) => ({
  userId: 'test',
  username,
  name: 'Test User',
  kind: 'user' as const,
  merchantId: merchant.id,
  merchantName: merchant.name,
});

/** Orders that were created and deleted now. */
async function deletedOrders(merchant: TestMerchant, number = 1): Promise<Order[]> {
  const session = sessionOf(merchant);
  const payload = NewOrder.parse(newOrderPayload());
  const orders = Array.from({ length: number }, (_, nth) => ({
    ...draftOrder(payload, session, TEST_NOW + nth),
    orderStatus: 'GEOCODED' as const,
  }));
  await insertOrders(server.deps.db, orders);
  for (const { id } of orders) await deleteOrder(inDays(0), session, id);
  return orders;
}

const restorableIds = async (merchant: TestMerchant, days: number) => {
  const orders = await listRestorableOrders(inDays(days), merchant.merchant.id, 100);
  return orders.map(({ id }) => id);
};

test('a restored order is what it was, in a new version, and can be deleted again', async () => {
  const merchant = await makeMerchant(server);
  const created = await makeOrder(merchant, {
    recipient: { name: 'Ngọc Ánh ❤', phone: '416-555-0142' },
  });
  const { id } = created;
  const order = await waitUntilPlaced(merchant, id);
  const rowOf = () =>
    server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const row = await rowOf();
  await merchant.call('DELETE', `/orders/${id}`);

  expect(await restoreOrder(inDays(3), merchant.merchant.id, id)).toMatchObject({ id });
  const restored = (await merchant.call('GET', `/orders/${id}`)).json<Order>();
  const renewed = { version: order.version + 1, modified: TEST_NOW + 3 * DAY };
  expect(restored).toEqual({ ...order, ...renewed });
  expect(await rowOf()).toEqual({
    ...row,
    version: renewed.version,
    modified_at: renewed.modified,
    document: expect.any(String),
  });
  const audit = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  expect(audit.at(-1)).toMatchObject({
    action: 'order.restored',
    at: renewed.modified,
    actor: 'operator',
    details: { status: 'GEOCODED' },
  });
  expect(await restorableIds(merchant, 3)).toEqual([]);
  expect(await restoreOrder(inDays(3), merchant.merchant.id, id)).toBeUndefined();
  expect((await merchant.call('DELETE', `/orders/${id}`)).statusCode).toBe(204);
});

test('an order that was deleted before it was located is located once it is restored', async () => {
  const merchant = await makeMerchant(server);
  const session = sessionOf(merchant);
  const draft = draftOrder(NewOrder.parse(newOrderPayload()), session, TEST_NOW);
  await insertOrders(server.deps.db, [draft]);
  await deleteOrder(inDays(0), session, draft.id);
  await restoreOrder(inDays(1), merchant.merchant.id, draft.id);
  expect(await waitUntilPlaced(merchant, draft.id)).toMatchObject({ orderStatus: 'GEOCODED' });
});

test('another merchant’s deleted order is neither listed nor restored', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const [order] = await deletedOrders(owner);
  expect(await restorableIds(stranger, 0)).toEqual([]);
  expect(await restoreOrder(inDays(0), stranger.merchant.id, order?.id ?? '')).toBeUndefined();
  expect(await restorableIds(owner, 0)).toEqual([order?.id]);
});

test('what can be restored is listed by the newest deletion, without its recipient', async () => {
  const merchant = await makeMerchant(server);
  const [older] = await deletedOrders(merchant);
  const newer = draftOrder(NewOrder.parse(newOrderPayload()), sessionOf(merchant), TEST_NOW);
  await insertOrders(server.deps.db, [newer]);
  await deleteOrder(inDays(2), sessionOf(merchant), newer.id);
  const list = (limit: number) => listRestorableOrders(inDays(2), merchant.merchant.id, limit);
  const { username: deletedBy } = merchant;
  const newest = {
    id: newer.id,
    trackingNumber: newer.trackingNumber,
    deletedAt: TEST_NOW + 2 * DAY,
    deletedBy,
  };
  expect(await list(1)).toEqual([newest]);
  expect(await list(100)).toEqual([
    newest,
    { id: older?.id, trackingNumber: older?.trackingNumber, deletedAt: TEST_NOW, deletedBy },
  ]);
});

test('a deleted order can be restored for 30 days, and is purged after them', async () => {
  const merchant = await makeMerchant(server);
  // More than are purged at a time.
  const orders = await deletedOrders(merchant, 1001);
  const countDeleted = async () => {
    const rows = await server.deps.db
      .selectFrom('deleted_orders')
      .select('id')
      .where('merchant_id', '=', merchant.merchant.id)
      .execute();
    return rows.length;
  };
  await purgeDeletedOrders(inDays(30));
  expect(await countDeleted()).toBe(1001);
  expect(await restoreOrder(inDays(30), merchant.merchant.id, orders[0]?.id ?? '')).toBeDefined();

  expect(await restorableIds(merchant, 30.01)).toEqual([]);
  const late = await restoreOrder(inDays(30.01), merchant.merchant.id, orders[1]?.id ?? '');
  expect(late).toBeUndefined();
  expect(await countDeleted()).toBe(1000);
  await purgeDeletedOrders(inDays(30.01));
  expect(await countDeleted()).toBe(0);
  expect((await merchant.call('GET', `/orders/${orders[0]?.id}`)).statusCode).toBe(200);
});
