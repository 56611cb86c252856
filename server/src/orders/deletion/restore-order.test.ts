import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../../audit/write-audit.ts';
import { uploadPhoto } from '../../photos/upload-photo.ts';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import { statusReport } from '../../testing/carrier-events.ts';
import { makeCarrier } from '../../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../../testing/make-order.ts';
import { GIF } from '../../testing/sample-pictures.ts';
import { draftOrder } from '../draft-order.ts';
import { insertOrders } from '../order-queries.ts';
import { deleteOrder } from './delete-orders.ts';
import { purgeDeletedOrders } from './purge-deleted-orders.ts';
import { restoreOrder, listRestorableOrders, type RestorableOrder } from './restore-order.ts';
import { DAY } from '../../durations.ts';

const server = useTestServer();

/** The server's database so many days from now. */
const inDays = (days: number) => ({
  db: server.deps.db,
  clock: { now: () => TEST_NOW + days * DAY },
});

const personOf = ({ merchant, username }: TestMerchant) => ({ merchantId: merchant.id, username });

/** An order in CREATED that no job has been told of, deleted so many days from now. */
async function deletedOrder(merchant: TestMerchant, days = 0): Promise<Order> {
  const person = personOf(merchant);
  const draft = draftOrder(NewOrder.parse(newOrderPayload()), person, TEST_NOW);
  await insertOrders(server.deps.db, [draft]);
  await deleteOrder(inDays(days), person, draft.id);
  return draft;
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

test('what is done to an order within a millisecond is in its audit in the sequence in which it was', async () => {
  const merchant = await makeMerchant(server);
  const { id, merchantId } = await deletedOrder(merchant);
  const actions = ['order.deleted'];
  for (let time = 1; time <= 4; time++) {
    await restoreOrder(inDays(0), merchantId, id);
    await deleteOrder(inDays(0), personOf(merchant), id);
    actions.push('order.restored', 'order.deleted');
  }
  const audit = await readOrderAudit(server.deps.db, merchantId, id);
  const own = audit.filter(({ actor }) => actor !== 'system');
  expect(own.map(({ action }) => action)).toEqual(actions);
});

test('an order that was deleted before it was located is located once it is restored', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await deletedOrder(merchant);
  await restoreOrder(inDays(1), merchant.merchant.id, id);
  expect(await waitUntilPlaced(merchant, id)).toMatchObject({ orderStatus: 'GEOCODED' });
});

test('another merchant’s deleted order is neither listed nor restored', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const { id } = await deletedOrder(owner);
  expect(await restorableIds(stranger, 0)).toEqual([]);
  expect(await restoreOrder(inDays(0), stranger.merchant.id, id)).toBeUndefined();
  expect(await restorableIds(owner, 0)).toEqual([id]);
});

test('what can be restored is listed by the newest deletion, without its recipient', async () => {
  const merchant = await makeMerchant(server);
  const deletions: RestorableOrder[] = [];
  for (const days of [2, 1]) {
    const { id, trackingNumber } = await deletedOrder(merchant, days);
    const deletedAt = TEST_NOW + days * DAY;
    deletions.push({ id, trackingNumber, deletedAt, deletedBy: merchant.username });
  }
  const list = (limit: number) => listRestorableOrders(inDays(2), merchant.merchant.id, limit);
  expect(await list(100)).toEqual(deletions);
  expect(await list(1)).toEqual(deletions.slice(0, 1));
});

test('a deleted order can be restored for 30 days, and is purged after them', async () => {
  const merchant = await makeMerchant(server);
  const [first, second] = [await deletedOrder(merchant), await deletedOrder(merchant)];
  const { db } = server.deps;
  // More than are purged at a time.
  await sql`
    insert into deleted_orders
    select merchant_id, gen_random_uuid(), created_at, version, deleted_at, deleted_by, document
    from deleted_orders, generate_series(1, 1000) where id = ${first.id}`.execute(db);
  const countDeleted = async () => {
    const deleted = db.selectFrom('deleted_orders').where('merchant_id', '=', first.merchantId);
    return (await deleted.select('id').execute()).length;
  };
  await purgeDeletedOrders(inDays(30));
  expect(await countDeleted()).toBe(1002);
  expect(await restoreOrder(inDays(30), first.merchantId, first.id)).toBeDefined();

  expect(await restorableIds(merchant, 30.01)).toEqual([]);
  expect(await restoreOrder(inDays(30.01), first.merchantId, second.id)).toBeUndefined();
  expect(await countDeleted()).toBe(1001);
  await purgeDeletedOrders(inDays(30.01));
  expect(await countDeleted()).toBe(0);
  expect((await merchant.call('GET', `/orders/${first.id}`)).statusCode).toBe(200);
});

/** The tables that have something of an order. */
async function tablesWith({ id }: Order): Promise<string[]> {
  const { db } = server.deps;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as kept where kept::text like ${`%${id}%`}`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('nothing of a purged order is left but its audit and, for a while, the ids of its events', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await makeOrder(merchant);
  const order = await waitUntilPlaced(merchant, id);
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['gift'] });
  await uploadPhoto(server.deps, order.trackingNumber, GIF);
  const carrier = await makeCarrier(server);
  await carrier.report([statusReport(order, 'CANCELLED', order.createdAt)]);
  await deleteOrder(server.deps, personOf(merchant), id);
  expect(await tablesWith(order)).toEqual([
    ...['audit_entries', 'carrier_events', 'deleted_orders'],
    ...['order_edits', 'order_photos', 'tracking_numbers'],
  ]);
  await purgeDeletedOrders(inDays(30.01));
  expect(await tablesWith(order)).toEqual(['audit_entries', 'carrier_events']);
});
