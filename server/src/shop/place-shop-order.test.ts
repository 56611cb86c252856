import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { orderBody } from '../../../demo/src/development-shop/storefront.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { placedOrder } from '../testing/edit-orders.ts';
import {
  basket,
  buy,
  type LinkedShop,
  linkByCalls,
  makeLinkedShop,
  makeShopOrder,
  waitUntil,
  waitUntilReconciled,
  TORONTO,
  shopOf,
} from '../testing/linked-shop.ts';
import { makeMerchant, pathsOf } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { countWaiting } from '../testing/test-database.ts';
import { deleteOrdersOfUnlinkedShop } from './link-shop.ts';
import { lockShopOrder } from './shop-order-queries.ts';

const server = useTestServer();

test('a shop order takes the minimum age of the profile, and no sub-brand from the unit of the location', async () => {
  const linked = await makeLinkedShop(server, {
    apiRequestMappings: [{ from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' }],
    minimumAge: 19,
    merchantLocation: {
      street: '100 King St W',
      unit: 'Dock 2',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5X 1A9',
      country: 'CA',
    },
  });
  const bought = await buy(server, linked);
  const order = (await linked.place(bought.id)).json<Order>();
  expect(order).toMatchObject({ minimumAge: 19, originAddress: { unit: 'Dock 2' } });
  expect(order.merchantDisplayName).toBeUndefined();
});

test('a shop order has the items, note, phone and address of the buyer', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const order = (await linked.place(bought.id)).json<Order>();
  expect(order).toMatchObject({
    recipient: { name: 'Amélie Okafor', phone: '+14165550142', email: 'amelie@example.com' },
    dtoRecipientAddress: { street: '25 Dundas St E', unit: '804', postalCode: 'M5B 1C6' },
    orderItems: [{ sku: 'MP-LIN-OAT', name: 'Linen tablecloth, Oat', quantity: 2 }],
    refNumber: bought.name,
    notes: 'Ring twice',
    customFields: [
      { name: 'shopifyOrderId', value: bought.id },
      { name: 'shopifyOrderNumber', value: bought.name },
    ],
  });
});

test('a shop order becomes one delivery order, also for repeated and parallel requests', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const place = () => linked.place(bought.id);
  const answers = await Promise.all([place(), place(), place()]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    '201',
    '409',
    '409',
  ]);
  expect(await linked.orders()).toHaveLength(1);
});

test('a shop order that cannot be placed waits for a user, and names the buyer’s fields', async () => {
  const linked = await makeLinkedShop(server);
  const { address } = basket();
  const bought = await buy(server, linked, {
    basket: basket({ address: { ...address, phone: null } }),
  });
  const errors = async () => {
    const placed = await linked.place(bought.id);
    expect(placed.json()).toMatchObject({ status: 422, code: 'shop_order_incomplete' });
    return pathsOf(placed);
  };
  expect(await errors()).toEqual(['phone']);
  const { shippingAddress } = bought;
  if (!shippingAddress) throw new Error('The shop order has no address');
  const lacking = { name: '', phone: '12', address1: null, city: 'x'.repeat(101), zip: 'M5B' };
  Object.assign(shippingAddress, lacking);
  expect(await errors()).toEqual(['recipientName', 'phone', 'address1', 'city', 'zip']);
});

describe('a shop order that an order of another source names', () => {
  const naming = (shopOrderId: string, value = shopOrderId) => ({
    customFields: [{ name: 'Shopify order ID', value }],
  });
  // A minute later a job cleans up the unlinked shop again.
  const waitUntilIdle = ({ merchant }: LinkedShop) =>
    waitUntil(async () => {
      const { rows } = await sql`select from graphile_worker._private_jobs
        where payload->>'merchantId' = ${merchant.merchant.id} and run_at < now() + interval '1 day'
          and coalesce(key, '') not like 'leave %'`.execute(server.deps.db);
      return rows.length === 0;
    });

  test('is fulfilled with that order, without a second one', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const ours = await makeOrder(
      linked.merchant,
      naming(bought.id, `gid://shopify/Order/${bought.id}`),
    );
    await makeOrder(linked.merchant, naming(bought.id));
    expect(await linked.list('open')).toEqual([]);
    await linked.place((await buy(server, linked)).id);
    const place = await linked.place(bought.id);
    expect(place.json()).toMatchObject({ code: 'shop_order_placed' });
    const created = await linked.createAndFulfill(bought.id, { locationId: TORONTO });
    expect(created.json()).toMatchObject({ orderId: ours.id });
    expect(bought.fulfillments[0]?.tracking.number).toBe(ours.trackingNumber);
    expect(await linked.orders()).toHaveLength(3);
  });

  test('is skipped by automatic creation, also after the shop is linked again', async () => {
    const merchant = await makeMerchant(server);
    const domain = `named-${merchant.merchant.id}.myshopify.com`;
    const linked = shopOf(server, merchant, domain);
    await linkByCalls(server, merchant, domain);
    await waitUntilReconciled(server, merchant);
    await linked.call('PATCH', '/link', { placesOrders: true });
    const [byApi, cancelled, automatic] = [
      await buy(server, linked, { isOurs: false }),
      await buy(server, linked, { isOurs: false }),
      await buy(server, linked),
    ];
    await makeOrder(merchant, naming(byApi.id));
    const { id } = await placedOrder(merchant, naming(cancelled.id));
    await merchant.call('DELETE', `/orders/${id}`);
    await waitUntil(async () => (await linked.orders()).length === 2);
    for (const { shippingLine } of [byApi, cancelled]) {
      Object.assign(shippingLine ?? {}, { code: 'PORTAGE_NEXTDAY' });
    }
    await linked.call('DELETE', `/link?shop=${domain}`);
    await deleteOrdersOfUnlinkedShop(server.deps, {
      merchantId: merchant.merchant.id,
      shop: domain,
    });
    await linkByCalls(server, merchant, domain);
    await linked.call('PATCH', '/link', { placesOrders: true });
    await waitUntilReconciled(server, merchant);
    for (const one of [byApi, cancelled, automatic]) {
      await server.developmentShop.tell(domain, 'orders/updated', orderBody(one));
    }
    await waitUntilIdle(linked);
    expect(await linked.orders()).toHaveLength(2);
    // A user may still replace a cancelled or deleted order, once.
    expect((await linked.list('open')).map(({ shopOrder }) => shopOrder.shopOrderId)).toEqual([
      cancelled.id,
    ]);
    const place = () => linked.place(cancelled.id);
    expect((await place()).statusCode).toBe(201);
    expect((await place()).json()).toMatchObject({ code: 'shop_order_placed' });
  });

  test('is found if created before any shop was linked, or while another was', async () => {
    const merchant = await makeMerchant(server);
    const domain = (name: string) => `${name}-${merchant.merchant.id}.myshopify.com`;
    const early = await makeOrder(merchant, naming('880001'));
    await linkByCalls(server, merchant, domain('first'));
    const late = await makeOrder(merchant, naming('880002'));
    await waitUntilReconciled(server, merchant);
    await buy(server, shopOf(server, merchant, domain('first')));
    await linkByCalls(server, merchant, domain('second'));
    await waitUntilReconciled(server, merchant);
    const linked = shopOf(server, merchant, domain('second'));
    const { shop } = linked;
    for (const [id, order] of [['880001', early] as const, ['880002', late] as const]) {
      const bought = await buy(server, linked);
      shop.orders.delete(bought.id);
      shop.orders.set(id, Object.assign(bought, { id }));
      const created = await linked.createAndFulfill(id, { locationId: TORONTO });
      expect(created.json()).toMatchObject({ orderId: order.id });
    }
    expect(await linked.orders()).toHaveLength(2);
    expect((await linkByCalls(server, merchant, domain('second'))).statusCode).toBe(200);
  });

  test('belongs to its shop: the same number in another shop gets its own', async () => {
    const linked = await makeLinkedShop(server);
    const first = await buy(server, linked);
    const place = () => linked.place(first.id);
    expect((await place()).statusCode).toBe(201);
    const domain = `other-${linked.domain}`;
    await linkByCalls(server, linked.merchant, domain);
    await waitUntilReconciled(server, linked.merchant);
    const other = shopOf(server, linked.merchant, domain);
    const bought = await buy(server, other);
    other.shop.orders.set(first.id, Object.assign(bought, { id: first.id }));
    await other.createAndFulfill(first.id, { locationId: TORONTO });
    expect(await linked.orders()).toHaveLength(2);
    await deleteOrdersOfUnlinkedShop(server.deps, {
      merchantId: linked.merchant.merchant.id,
      shop: linked.domain,
    });
    expect(await other.list()).not.toEqual([]);
  });

  test('has one delivery order when both are created at once', async () => {
    const { linked, bought } = await makeShopOrder(server);
    await Promise.all([
      makeOrder(linked.merchant, naming(bought.id)),
      linked.place(bought.id),
      makeOrder(linked.merchant, naming(bought.id)),
    ]);
    // The whole order, and each part placed by a person.
    const deliveries = await server.deps.db
      .selectFrom('shop_deliveries')
      .select('order_id')
      .distinct()
      .where('merchant_id', '=', linked.merchant.merchant.id)
      .execute();
    expect(deliveries).toHaveLength(1);
    const placed = (await linked.orders()).filter(({ source }) => source === 'shop');
    expect(placed.map(({ id }) => id).filter((id) => id !== deliveries[0]?.order_id)).toEqual([]);
  });
});

test('a deleted delivery order is not restored once its shop order is placed again', async () => {
  const linked = await makeLinkedShop(server);
  const { merchant, place, placeAndLocate } = linked;
  const bought = await buy(server, linked);
  const { id } = await placeAndLocate(bought.id);
  const payload = { ids: [id] };
  const restore = () => merchant.call('POST', '/orders/batch/restore', { payload });
  await merchant.call('DELETE', `/orders/${id}`);
  expect((await restore()).json()).toMatchObject({ outcomes: [{ result: 'success' }] });
  await merchant.call('DELETE', `/orders/${id}`);
  expect((await place(bought.id)).statusCode).toBe(201);
  expect((await restore()).json()).toEqual({
    outcomes: [
      {
        id,
        result: 'error',
        code: 'shop_order_placed',
        message: `A delivery order was already created from ${bought.name}.`,
      },
    ],
  });
  expect((await merchant.call('GET', `/orders/${id}`)).statusCode).toBe(404);
});

test('a shop order that is placed while its deleted delivery order is restored has one of them', async () => {
  const linked = await makeLinkedShop(server);
  const { merchant, place, placeAndLocate } = linked;
  const bought = await buy(server, linked);
  const { id } = await placeAndLocate(bought.id);
  await merchant.call('DELETE', `/orders/${id}`);
  const { db } = server.deps;
  const begun = await db.transaction().execute(async (trx) => {
    await lockShopOrder(trx, merchant.merchant.id, bought.id);
    const restored = merchant.call('POST', '/orders/batch/restore', { payload: { ids: [id] } });
    const calls = [place(bought.id), restored];
    await expect.poll(() => countWaiting(db, 'shop_orders')).toBe(2);
    return calls;
  });
  await Promise.all(begun);
  expect(await linked.orders()).toHaveLength(1);
});

test('a shop order with longer texts than ours, and an e-mail address that we refuse, is placed', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const [item] = bought.items;
  if (!item) throw new Error('The shop order has no items');
  const longItem = { ...item, title: 'é'.repeat(290), sku: 'BUNDLE+'.repeat(30) };
  bought.items = Array.from({ length: 500 }, (_, index) => ({
    ...longItem,
    id: String(index + 1),
  }));
  bought.email = 'amelie@localhost';
  bought.note = 'Ring twice. '.repeat(400);
  bought.tags = ['x'.repeat(255), ...Array.from({ length: 200 }, (_, index) => `tag ${index}`)];
  const answer = await linked.place(bought.id);
  expect(answer.json()).toMatchObject({ recipient: { name: 'Amélie Okafor' } });
  const { orderItems, recipient, notes, tags } = answer.json<Order>();
  expect(recipient).not.toHaveProperty('email');
  expect(orderItems.length).toBeGreaterThan(100);
  expect(orderItems.length).toBeLessThan(500);
  expect(orderItems[0]?.sku).toBe('BUNDLE+'.repeat(30).slice(0, 100));
  expect(notes).toHaveLength(2_000);
  expect(tags).toHaveLength(20);
});
