import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { OrderSelection, Order, OrderPage } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { readOrderAudit } from '../audit/write-audit.ts';
import { uploadPhoto } from '../photos/upload-photo.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { scannedOrder, statusReport } from '../testing/carrier-events.ts';
import {
  batch,
  countOrders,
  makePlacedOrder,
  placedOrder,
  readOrder,
} from '../testing/edit-orders.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { codeOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { placesAfter } from '../testing/places-of-tests.ts';
import { GIF } from '../testing/sample-pictures.ts';
import {
  deleteOrder,
  purgeDeletedOrders,
  restoreOrder,
  listRestorableOrders,
  type RestorableOrder,
} from './delete-orders.ts';
import { listDeletedOrdersWith } from './deleted-order-queries.ts';
import { locateAndRateOrders } from './locate-and-rate-orders.ts';

const server = useTestServer();

const inDays = (days: number) => ({
  db: server.deps.db,
  clock: { now: () => TEST_NOW + days * DAY },
});

const personOf = ({ merchant, username }: TestMerchant) => ({ merchantId: merchant.id, username });

async function deletedOrder(merchant: TestMerchant, days = 0): Promise<Order> {
  const draft = await insertOrder(server, merchant);
  await deleteOrder(inDays(days), personOf(merchant), draft.id);
  return draft;
}

const restorableIds = async (merchant: TestMerchant, days: number) => {
  const orders = await listRestorableOrders(inDays(days), merchant.merchant.id, 100);
  return orders.map(({ id }) => id);
};

test('a restored order is unchanged in a new version, and can be deleted again', async () => {
  const { merchant, order } = await makePlacedOrder(server, {
    recipient: { name: 'Ngọc Ánh ❤', phone: '416-555-0142' },
  });
  const { id } = order;
  const rowOf = () =>
    server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const row = await rowOf();
  await merchant.call('DELETE', `/orders/${id}`);

  expect(await restoreOrder(inDays(3), merchant.merchant.id, id)).toMatchObject({ id });
  const renewed = { version: order.version + 1, modified: TEST_NOW + 3 * DAY };
  expect(await readOrder(merchant, id)).toEqual({ ...order, ...renewed });
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

test('actions within one millisecond are audited in their sequence', async () => {
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

const restore = (merchant: TestMerchant, ids: readonly string[], locale?: string) =>
  batch(merchant, ids, 'restore', locale);

test('a user restores deleted orders in a batch, which are then located, and a retry changes nothing', async () => {
  const merchant = await makeMerchant(server);
  const [first, second] = [await deletedOrder(merchant), await deletedOrder(merchant)];
  const kept = await insertOrder(server, merchant);
  const ids = [first.id, second.id, kept.id];
  for (const _ of ['first call', 'retry']) {
    expect(await restore(merchant, ids)).toMatchObject([
      { id: first.id, result: 'success' },
      { id: second.id, result: 'success' },
      { id: kept.id, result: 'success', status: kept.orderStatus },
    ]);
  }
  const audit = await readOrderAudit(server.deps.db, merchant.merchant.id, first.id);
  expect(audit.filter(({ action }) => action === 'order.restored')).toMatchObject([
    { actor: merchant.username },
  ]);
  expect(await waitUntilPlaced(merchant, first.id)).toMatchObject({ orderStatus: 'GEOCODED' });
});

test('an order deleted too long ago, or of another merchant, is refused with a reason', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const [old, foreign] = [await deletedOrder(merchant, -31), await deletedOrder(stranger)];
  const refused = {
    result: 'error',
    code: 'order_not_restorable',
    message:
      'Cette commande a été supprimée il y a plus de 30 jours et ne peut plus être rétablie.',
  };
  expect(await restore(merchant, [old.id, foreign.id], 'FR')).toEqual([
    { id: old.id, ...refused },
    { id: foreign.id, ...refused },
  ]);
  expect(await restoreOrder(inDays(0), merchant.merchant.id, foreign.id)).toBeUndefined();
  expect(await restorableIds(merchant, 0)).toEqual([]);
  expect(await restorableIds(stranger, 0)).toEqual([foreign.id]);
});

test('deleted orders are listed newest deletion first, without recipients', async () => {
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

test('a purged order leaves only its audit and, for a while, the ids of its events', async () => {
  const merchant = await makeMerchant(server);
  const carrier = await makeCarrier(server);
  const [order, kept] = [await placedOrder(merchant), await placedOrder(merchant)];
  for (const placed of [order, kept]) {
    const { id, trackingNumber } = placed;
    await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['gift'] });
    await uploadPhoto(server.deps, trackingNumber, GIF);
    await carrier.report([statusReport(placed, 'CANCELLED', placed.createdAt)]);
  }
  const before = await tablesWith(kept);
  await deleteOrder(server.deps, personOf(merchant), order.id);
  expect(await tablesWith(order)).toEqual([
    ...['audit_entries', 'carrier_events', 'deleted_orders'],
    ...['order_edits', 'order_photos', 'tracking_numbers'],
  ]);
  await purgeDeletedOrders(inDays(30.01));
  expect(await tablesWith(order)).toEqual(['audit_entries', 'carrier_events']);
  expect(await tablesWith(kept)).toEqual(before);
});

const callDelete = (merchant: TestMerchant, id: string, locale = 'EN') =>
  merchant.call('DELETE', `/orders/${id}`, { headers: { locale } });

test('a deleted order disappears from every list, and no other does', async () => {
  const merchant = await makeMerchant(server);
  const [{ id }, kept] = [await placedOrder(merchant), await placedOrder(merchant)];
  const left = [kept.id, (await makeOrder(merchant)).id].toSorted();
  expect((await merchant.call('GET', `/labels/${id}?format=pdf`)).statusCode).toBe(200);

  expect((await callDelete(merchant, id)).statusCode).toBe(204);

  const idsAt = async (path: string) => {
    const response = await merchant.call('GET', path);
    const { orders } = response.json<OrderPage | OrderSelection>();
    return orders.map((order) => order.id).toSorted();
  };
  expect(await idsAt('/orders')).toEqual(left);
  expect(await idsAt(`/orders?ids=${id},${kept.id}`)).toEqual([kept.id]);
  expect(await idsAt(`/orders?freeSearch=${id}`)).toEqual([]);
  expect(await idsAt('/orders/selection')).toEqual(left);
  expect(await countOrders(merchant)).toBe(2);
  for (const gone of [
    await merchant.call('GET', `/orders/${id}`),
    await merchant.call('GET', `/labels/${id}?format=pdf`),
    await merchant.call('GET', `/labels/${id}?format=zpl`),
    await merchant.call('GET', `/labels/packingslip/${id}`),
    await merchant.call('GET', `/orders/${id}/history`),
    await merchant.call('PATCH', `/orders/${id}/updateOrder`, { payload: { notes: 'late' } }),
    await callDelete(merchant, id),
  ]) {
    expect([gone.statusCode, codeOf(gone)]).toEqual([404, 'order_not_found']);
  }
  const audit = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  expect(audit.filter(({ action }) => action === 'order.deleted')).toMatchObject([
    { at: TEST_NOW, actor: merchant.username, details: { status: 'GEOCODED' } },
  ]);
});

test('an order deleted by many at once is deleted once', async () => {
  const { merchant, id } = await makeInsertedOrder(server);
  const answers = await Promise.all([1, 2, 3, 4].map(() => callDelete(merchant, id)));
  const statusCodes = answers.map(({ statusCode }) => statusCode);
  expect(statusCodes.toSorted((one, other) => one - other)).toEqual([204, 404, 404, 404]);
});

test('an order can be deleted until it is picked up, and once it is cancelled', async () => {
  const merchant = await makeMerchant(server);
  const deletable: OrderStatus[] = [];
  for (const orderStatus of OrderStatus.options) {
    const { id } = await insertOrder(server, merchant, { orderStatus });
    const { statusCode } = await callDelete(merchant, id);
    if (statusCode === 204) deletable.push(orderStatus);
    else expect(statusCode).toBe(409);
    const found = await merchant.call('GET', `/orders/${id}`);
    expect(found.statusCode).toBe(statusCode === 204 ? 404 : 200);
  }
  expect(deletable).toEqual([
    ...['CREATED', 'GEOCODED', 'GEOCODEDFAILED', 'OUT_OF_FSA', 'UNSUPPORTED_WEIGHT'],
    ...['RATE_FAILED', 'INVALIDTIME', 'PICKUP_READY', 'CANCELLED'],
  ]);
});

describe('an order that cannot be deleted says why in both languages:', () => {
  test.each([
    {
      what: 'an order on its way',
      change: (order: Order) =>
        scannedOrder({ ...order, orderStatus: 'OUT_FOR_DELIVERY' }, TEST_NOW),
      code: 'order_picked_up',
      en: /already picked up this order/,
      fr: /déjà ramassé cette commande/,
    },
    {
      what: 'a ready order of which a package was scanned',
      change: (order: Order) => scannedOrder({ ...order, orderStatus: 'PICKUP_READY' }, TEST_NOW),
      code: 'order_scanned',
      en: /already scanned this order/,
      fr: /déjà scanné cette commande/,
    },
    {
      what: 'a cancelled order that was scanned nobody knows where',
      change: (order: Order): Order => ({
        ...order,
        orderStatus: 'CANCELLED',
        otherScans: [{ time: TEST_NOW }],
      }),
      code: 'order_scanned',
      en: /already scanned this order/,
      fr: /déjà scanné cette commande/,
    },
    {
      what: 'an archived order',
      change: (order: Order): Order => ({ ...order, orderStatus: 'ARCHIVED' }),
      code: 'order_archived',
      en: /archived/,
      fr: /archivée/,
    },
  ] as const)('$what', async ({ change, code, en, fr }) => {
    const { merchant, id } = await makeInsertedOrder(server, change);
    const english = await callDelete(merchant, id);
    expect(english.statusCode).toBe(409);
    expect(english.json<Problem>()).toMatchObject({ code, detail: expect.stringMatching(en) });
    const french = await callDelete(merchant, id, 'FR');
    expect(french.json<Problem>()).toMatchObject({ code, detail: expect.stringMatching(fr) });
  });
});

test('an order that is deleted while it is located stays deleted', async () => {
  const merchant = await makeMerchant(server);
  const { id, merchantId } = await insertOrder(server, merchant);
  const places = placesAfter(() => callDelete(merchant, id));
  await locateAndRateOrders({ ...server.deps, places }, merchantId, [id]);
  expect((await merchant.call('GET', `/orders/${id}`)).statusCode).toBe(404);
  const audit = await readOrderAudit(server.deps.db, merchantId, id);
  expect(audit.map(({ action }) => action)).toEqual(['order.deleted']);
});

test('deleted orders of a shop order are found by an index', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const customFields = [{ name: 'Shopify order ID', value: '5550009876543' }];
  const order = await makeOrder(merchant, { customFields });
  await merchant.call('DELETE', `/orders/${order.id}`);
  await other.call('DELETE', `/orders/${(await makeOrder(other, { customFields })).id}`);
  const { db } = server.deps;
  await sql`
    insert into deleted_orders
      (merchant_id, id, created_at, version, deleted_at, deleted_by, document)
    select merchant_id, gen_random_uuid(), created_at, version, deleted_at, deleted_by,
      replace(document::text, '5550009876543', (5550000000000 + number)::text)::json
    from deleted_orders, generate_series(1, 3000) as number`.execute(db);
  await sql`analyze deleted_orders`.execute(db);
  await db.transaction().execute(async (trx) => {
    const found = await listDeletedOrdersWith(trx, merchant.merchant.id, '5550009876543');
    expect(found.map(({ id }) => id)).toEqual([order.id]);
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans('deleted_orders_by_custom_field'::regclass) as scans`.execute(
      trx,
    );
    expect(rows[0]?.scans).toBeGreaterThan(0);
  });
});
