import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { readSecurityEvents } from '../../audit/record-security-event.ts';
import { createMerchant } from '../../merchants/first-profile.ts';
import { listOrderDocuments } from '../../orders/order-list-queries.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import type { OrderFilter } from '../../orders/order-search.ts';
import { findLabel } from '../../shipstation/shipstation-queries.ts';
import { listShopOwners } from '../../shop/privacy-queries.ts';
import { listAllDataRequests } from '../../shop/privacy.ts';
import { draftOf } from '../../testing/insert-order.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { timestampAt } from '../../testing/make-shipment.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

/** A merchant on a cloned database, and its orders, not written. */
async function useMerchant() {
  const { db } = await useClonedDatabase();
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  const author = { merchantId: merchant.id, username: 'zoe@test.example' };
  const draft = draftOf.bind(null, author);
  return { db, id: merchant.id, draft };
}

test('delivery orders belong to the shop of their shop order, or else to the linked one', async () => {
  const { db, id, draft } = await useMerchant();
  const orders = ['5001', '5002'].map((value) =>
    draft(1, { customFields: [{ name: 'shopifyOrderId', value }] }),
  );
  await insertOrders(db, orders);
  await sql`
    alter table shop_deliveries drop constraint shop_deliveries_pkey, drop column shop,
      add primary key (merchant_id, shop_order_id)`.execute(db);
  await sql`
    insert into shops (merchant_id, shop, linked_at, linked_by, places_orders)
    values (${id}, 'b.myshopify.com', now(), 'zoe', false)`.execute(db);
  await sql`
    insert into shop_orders (merchant_id, shop_order_id, shop, created_at, is_open, document)
    values (${id}, '5001', 'a.myshopify.com', now(), true, '{}')`.execute(db);
  await applyMigration(db, '0096-shop-of-deliveries');
  const found = await db
    .selectFrom('shop_deliveries')
    .select(['shop', 'order_id'])
    .orderBy('shop_order_id')
    .execute();
  expect(found).toEqual([
    { shop: 'a.myshopify.com', order_id: orders[0]?.id },
    { shop: 'b.myshopify.com', order_id: orders[1]?.id },
  ]);
});

const at = (wallTime: string) => timestampAt(wallTime, 'America/Toronto');

const rated = (service: Order['service'], estimateTo: string) =>
  ({
    orderStatus: 'GEOCODED',
    service,
    rateChoice: { epochEstimateTo: at(estimateTo) } as Order['rateChoice'],
  }) satisfies Partial<Order>;

const booked = (start: string) =>
  ({ orderStatus: 'PICKUP_READY', service: 'SCHEDULED', completeAfter: at(start) }) as const;

const CASES: readonly (readonly [Partial<Order>, string | null])[] = [
  [rated('SAMEDAY', '2026-03-10T22:00'), '2026-03-10T13:00'],
  [rated('NEXTDAY', '2026-03-11T21:00'), '2026-03-10T13:00'],
  [rated('FLEX', '2026-03-14T21:00'), '2026-03-12T13:00'],
  [booked('2026-03-12T09:00'), '2026-03-11T13:00'],
  [booked('2026-03-12T15:00'), '2026-03-12T13:00'],
  [booked('2026-03-10T11:00'), '2026-03-10T11:00'],
  [{ orderStatus: 'GEOCODED', service: 'CUSTOMER_BOOKING' }, null],
  [{ ...rated('NEXTDAY', '2026-03-11T21:00'), orderStatus: 'DELIVERED' }, null],
];

test('orders that the carrier does not have yet are given their ship-by time', async () => {
  const { db, draft } = await useMerchant();
  const orders = CASES.map(([change]) => ({ ...draft(at('2026-03-10T10:00')), ...change }));
  await insertOrders(db, orders);
  await sql`alter table orders drop column ship_by`.execute(db);
  await applyMigration(db, '0103-order-sorts');

  const rows = await db.selectFrom('orders').select(['id', 'ship_by', 'document']).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [index, order] of orders.entries()) {
    const [change, expected] = CASES[index] ?? [];
    const row = found.get(order.id);
    expect(row?.ship_by, JSON.stringify(change)).toBe(expected ? at(expected) : null);
    const shipBy = expected ? { shipBy: at(expected) } : {};
    expect(JSON.parse(row?.document ?? '')).toEqual(
      JSON.parse(JSON.stringify({ ...order, ...shipBy })),
    );
  }
});

test('shops’ merchants, buyers’ requests and actions on shops are kept', async () => {
  const { db } = await useClonedDatabase();
  const [linked, left] = [merchantProfile(), merchantProfile()];
  for (const merchant of [linked, left]) await createMerchant(db, merchant);
  await sql`drop table shop_owners, shop_data_requests`.execute(db);
  await sql`
    insert into shop_merchants (shop, merchant_id) values ('a.myshopify.com', ${linked.id})`.execute(
    db,
  );
  await sql`
    insert into shop_orders (merchant_id, shop_order_id, shop, created_at, is_open, document)
    values (${left.id}, '5001', 'a.myshopify.com', now(), true, '{}')`.execute(db);
  const details = JSON.stringify({ shop: 'a.myshopify.com', request: '9', orders: '5001 5002' });
  await sql`
    insert into audit_entries (merchant_id, id, at, actor, action, subject_id, details)
    values (${left.id}, gen_random_uuid(), now(), 'shop', 'shop.data_requested', ${left.id},
      ${details}::json)`.execute(db);
  await applyMigration(db, '0105-shop-privacy');
  expect((await listShopOwners(db, 'a.myshopify.com')).sort()).toEqual([linked.id, left.id].sort());
  expect(await listAllDataRequests(db)).toMatchObject([
    { merchantId: left.id, requestId: '9', shopOrderIds: ['5001', '5002'] },
  ]);
  const { value } = await readSecurityEvents(db, { action: 'shop.data_requested' }, 10).next();
  expect(value).toMatchObject([{ merchantId: left.id, subject: 'a.myshopify.com 9 5001 5002' }]);
});

test('labels that keys of 48 hours held are kept for good', async () => {
  const { db, id } = await useMerchant();
  await sql`drop table shipstation_labels`.execute(db);
  const [orderId, requestHash] = [randomUUID(), Buffer.from('hash')];
  const answers = { 'shipstation/t1': orderId, 'shipstation/t2': { id: '1' }, other: orderId };
  for (const [key, answer] of Object.entries(answers)) {
    await sql`
      insert into idempotency_keys (merchant_id, key, request_hash, answer, created_at)
      values (${id}, ${key}, ${requestHash}, ${JSON.stringify(answer)}::json, now())`.execute(db);
  }
  await applyMigration(db, '0106-shipstation-labels');
  expect(await findLabel(db, id, 't1')).toEqual({ orderId, requestHash });
  expect(await findLabel(db, id, 't2')).toBeUndefined();
});

test('failed deliveries of more than two weeks ago were dealt with', async () => {
  const { db, id: merchantId, draft } = await useMerchant();
  const aged = (orderStatus: Order['orderStatus'], days: number): Order => ({
    ...draft(Date.now() - days * DAY),
    orderStatus,
  });
  const [old, recent] = [aged('LOST', 20), aged('DELIVERY_FAILED', 10)];
  await insertOrders(db, [old, recent, aged('DELIVERED', 20)]);
  await sql`alter table orders drop column attention_closed`.execute(db);
  await applyMigration(db, '0113-closed-attention');

  const list = (filter: OrderFilter) =>
    listOrderDocuments(db, merchantId, { filter, limit: 10, after: undefined });
  const open = await list({ needsAttention: true });
  expect(open.map(({ id }) => id)).toEqual([recent.id]);
  const [lost] = await list({ orderStatus: ['LOST'] });
  expect(JSON.parse(lost?.document ?? '')).toEqual({ ...old, attentionClosedAt: old.modified });
});
