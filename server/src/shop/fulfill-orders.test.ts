import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import type { FulfillmentChoices } from '@portage/contract/shop/shop';
import type { DevOrder } from '../../../demo/src/development-shop/shop-state.ts';
import { staffActions, orderBody } from '../../../demo/src/development-shop/storefront.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { locatedOrder } from '../testing/carrier-events.ts';
import { readOrder } from '../testing/edit-orders.ts';
import {
  basket,
  buy,
  type LinkedShop,
  makeLinkedShop,
  makeShopOrder,
  waitUntil,
  TORONTO,
  MONTREAL,
  shopOf,
} from '../testing/linked-shop.ts';
import { codeOf, makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { readyFulfilled } from './fulfill-orders.ts';

const server = useTestServer();

const fulfill = (linked: LinkedShop, orderId: string, locationId = TORONTO) =>
  linked.call('POST', `/orders/fulfill?shop=${linked.domain}`, { orderId, locationId });

describe('fulfilling an order', () => {
  test('sends the tracking number to the shop and marks the order ready', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const order = await linked.placeAndLocate(bought.id);
    expect(order).toMatchObject({ service: 'NEXTDAY', source: 'shop', notes: 'Ring twice' });

    const choices = await linked.choicesFor(order.id);
    expect(choices.json<FulfillmentChoices>()).toMatchObject({
      success: true,
      chosenAtCheckout: true,
      shopOrderNumber: bought.name,
      locations: [
        { id: TORONTO, name: 'Sterling Road warehouse', zip: 'M6R 2B7' },
        { id: MONTREAL },
      ],
    });
    expect(choices.json()).not.toHaveProperty('rates');

    const answer = await fulfill(linked, order.id);
    expect(answer.json()).toEqual({ fulfillmentIds: [expect.stringMatching(/^\d+$/)] });
    const [{ tracking } = {}] = bought.fulfillments;
    expect(tracking).toEqual({
      company: 'Portage',
      number: order.trackingNumber,
      url: `https://portage.example/track/${order.trackingNumber}`,
    });
    expect((await readOrder(linked.merchant, order.id)).orderStatus).toBe('PICKUP_READY');
    // Once more: the same fulfillment, not another.
    expect((await fulfill(linked, bought.id)).json()).toEqual(answer.json());
    expect(bought.fulfillments).toHaveLength(1);
  });

  test('from a location other than the assigned one moves it first', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const order = await linked.placeAndLocate(bought.id);
    expect((await fulfill(linked, order.id, MONTREAL)).statusCode).toBe(200);
    expect(bought.fulfillmentOrders).toMatchObject([{ locationId: MONTREAL, status: 'CLOSED' }]);
  });

  test('without a delivery order needs a rate, and creates it', async () => {
    const { linked, bought } = await makeShopOrder(server, { isOurs: false });
    expect(codeOf(await fulfill(linked, bought.id))).toBe('shop_order_not_placed');
    const choices = await linked.choicesFor(bought.id);
    const { rates = [], chosenAtCheckout } = choices.json<FulfillmentChoices>();
    expect(chosenAtCheckout).toBe(false);
    const [rate] = rates;
    expect(rate).toEqual({
      service_code: 'PORTAGE_SAMEDAY',
      service_name: 'Same day',
      total_price: 1550,
      currency: 'CAD',
      description: expect.any(String),
    });
    const body = { locationId: TORONTO, rate };
    const created = await linked.createAndFulfill(bought.id, body);
    expect(created.json<{ fulfillmentIds: string[] }>().fulfillmentIds).toHaveLength(1);
    expect((await linked.createAndFulfill(bought.id, body)).json()).toEqual(created.json());
  });

  test('twice at once, as by a double click, creates and fulfills once', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const answers = await Promise.all(
      [1, 2, 3].map(() => linked.createAndFulfill(bought.id, { locationId: TORONTO })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect(bought.fulfillments).toHaveLength(1);
  });

  test('creates a new delivery order if the first was deleted, and none if nothing is left', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const first = await linked.placeAndLocate(bought.id);
    await linked.merchant.call('DELETE', `/orders/${first.id}`);
    const created = await linked.createAndFulfill(bought.id, { locationId: TORONTO });
    const { orderId } = created.json<{ orderId: string }>();
    expect(orderId).not.toBe(first.id);

    const elsewhere = await buy(server, linked);
    await staffActions.fulfill(server.developmentShop, linked.domain, elsewhere);
    const closed = await linked.createAndFulfill(elsewhere.id, { locationId: TORONTO });
    expect(codeOf(closed)).toBe('shop_order_closed');
    expect((await linked.orders()).map(({ id }) => id)).toEqual([orderId]);
  });

  test('has its own errors for a cancelled order, an unknown order and a missing location', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const order = await linked.placeAndLocate(bought.id);
    const gone = 'gid://shopify/Location/9';
    expect(codeOf(await fulfill(linked, order.id, gone))).toBe('shop_location_gone');
    bought.cancelledAt = server.deps.clock.now();
    expect(codeOf(await fulfill(linked, order.id))).toBe('shop_order_cancelled');
    linked.shop.orders.delete(bought.id);
    expect(codeOf(await fulfill(linked, order.id))).toBe('shop_order_not_found');
    const own = await makeOrder(linked.merchant);
    expect(codeOf(await fulfill(linked, own.id))).toBe('no_shop_id');
  });
});

test('an order fulfilled before it is located is retried, one that cannot be located is not', async () => {
  const { merchant } = await makeMerchant(server);
  const author = { merchantId: merchant.id, username: 'someone' };
  const readyAs = async (orderStatus: Order['orderStatus']) => {
    const order = { ...locatedOrder(server.deps.clock.now(), { author }), orderStatus };
    await insertOrders(server.deps.db, [order]);
    return readyFulfilled(server.deps, { ...author, orderId: order.id });
  };
  expect(await readyAs('CREATED')).toBe(false);
  expect(await readyAs('GEOCODED')).toBe(true);
  expect(await readyAs('GEOCODEDFAILED')).toBe(true);
  const gone = { ...author, orderId: crypto.randomUUID() };
  expect(await readyFulfilled(server.deps, gone)).toBe(true);
});

test('every order that is fulfilled while it is being located becomes ready', async () => {
  const testMerchant = await makeMerchant(server);
  const author = { merchantId: testMerchant.merchant.id, username: 'someone' };
  const statusOnceReady = async () => {
    const { id } = await makeOrder(testMerchant);
    while (!(await readyFulfilled(server.deps, { ...author, orderId: id }))) await setImmediate();
    return (await readOrder(testMerchant, id)).orderStatus;
  };
  for (let round = 0; round < 10; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 12 }, statusOnceReady));
    expect(new Set(statuses)).toEqual(new Set(['PICKUP_READY']));
  }
});

test('a batch is fulfilled order by order, each from its assigned location', async () => {
  const linked = await makeLinkedShop(server);
  const [one, two, cancelled] = [
    await buy(server, linked),
    await buy(server, linked),
    await buy(server, linked),
  ];
  for (const part of two.fulfillmentOrders) part.locationId = MONTREAL;
  const orders = [];
  for (const bought of [one, two, cancelled]) {
    const { id } = await linked.placeAndLocate(bought.id);
    orders.push({ portageId: id, shopOrderId: bought.id, shopOrderNumber: bought.name });
  }
  cancelled.cancelledAt = server.deps.clock.now();
  const answer = await linked.call('POST', '/bulk_fulfill', { shopName: linked.domain, orders });
  expect(two.fulfillmentOrders).toMatchObject([{ locationId: MONTREAL, status: 'CLOSED' }]);
  expect(answer.json()).toEqual({
    outcomes: [
      {
        orderId: orders[0]?.portageId,
        shopOrderId: one.id,
        result: 'success',
        status: 'PICKUP_READY',
        fulfillmentIds: [expect.any(String)],
      },
      {
        orderId: orders[1]?.portageId,
        shopOrderId: two.id,
        result: 'success',
        status: 'PICKUP_READY',
        fulfillmentIds: [expect.any(String)],
      },
      {
        orderId: orders[2]?.portageId,
        shopOrderId: cancelled.id,
        result: 'error',
        status: 'GEOCODED',
        code: 'shop_order_cancelled',
        message: `Order ${cancelled.name} was cancelled in the shop.`,
      },
    ],
  });
});

describe('shop orders', () => {
  test('become delivery orders automatically if configured', async () => {
    const linked = await makeLinkedShop(server);
    await linked.call('PATCH', '/link', { placesOrders: true });
    const ours = await buy(server, linked);
    const notOurs = await buy(server, linked, { isOurs: false });
    await waitUntil(async () => (await linked.list()).some(({ orderId }) => orderId));
    const all = await linked.list();
    const placed = all
      .filter(({ orderId }) => orderId)
      .map(({ shopOrder }) => shopOrder.shopOrderId);
    expect(placed).toEqual([ours.id]);
    expect((await linked.list('open')).map(({ shopOrder }) => shopOrder.shopOrderId)).toEqual([
      notOurs.id,
    ]);
    const again = await linked.place(ours.id);
    expect(codeOf(again)).toBe('shop_order_placed');
  });

  test('without an address wait for a user', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const stranger = shopOf(server, await makeMerchant(server), linked.domain);
    expect(codeOf(await stranger.place(bought.id))).toBe('shop_not_linked');
    const others = await makeLinkedShop(server);
    const elsewhere = await others.place(bought.id);
    expect(codeOf(elsewhere)).toBe('shop_order_not_found');
    bought.shippingAddress = null;
    const placed = await linked.place(bought.id);
    expect(codeOf(placed)).toBe('shop_order_incomplete');
  });

  test('that differ from their delivery orders are listed and repaired', async () => {
    const linked = await makeLinkedShop(server);
    const [inShop, here, cancelled] = [
      await buy(server, linked),
      await buy(server, linked),
      await buy(server, linked),
    ];
    await linked.placeAndLocate(inShop.id);
    const ready = await linked.placeAndLocate(here.id);
    await linked.placeAndLocate(cancelled.id);
    // Without webhooks, as if they were lost.
    linked.shop.webhooks = [];
    for (const part of inShop.fulfillmentOrders) part.status = 'CLOSED';
    inShop.fulfillments.push({
      id: 'gid://shopify/Fulfillment/7',
      status: 'SUCCESS',
      tracking: { company: null, number: null, url: null },
    });
    await linked.merchant.call('PATCH', `/orders/${ready.id}/pickupready`);
    cancelled.cancelledAt = server.deps.clock.now();
    for (const { id } of [inShop, cancelled]) {
      expect((await linked.call('POST', `/shop_orders/${id}/repair`)).statusCode).toBe(200);
    }
    expect((await linked.list('drift')).map(({ drift }) => drift)).toEqual(['order_ready']);
    await linked.call('POST', `/shop_orders/${here.id}/repair`);
    expect(await linked.list('drift')).toEqual([]);
    expect(here.fulfillments).toHaveLength(1);
  });
});

describe('an order as the shop has it', () => {
  const listed = async (linked: LinkedShop, id: string) =>
    (await linked.list()).find(({ shopOrder }) => shopOrder.shopOrderId === id)?.shopOrder;

  test('has all its line items, without refunded ones', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const [item] = bought.items;
    if (!item) throw new Error('No item');
    for (let count = 2; count <= 230; count += 1) {
      bought.items.push({ ...item, id: `${item.id}${count}`, title: `Item ${count}`, quantity: 1 });
    }
    await staffActions.refund(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await listed(linked, bought.id))?.items.length === 230);
    const order = await linked.placeAndLocate(bought.id);
    expect(order.orderItems).toHaveLength(230);
    expect([order.orderItems[0]?.quantity, order.orderItems[229]?.name]).toEqual([
      1,
      'Item 230, Oat',
    ]);
  });

  test('is fulfilled with any number of fulfillment orders', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const [part] = bought.fulfillmentOrders;
    if (!part) throw new Error('No fulfillment order');
    for (let count = 2; count <= 45; count += 1) {
      bought.fulfillmentOrders.push({
        ...{ id: `${part.id}${count}`, status: 'OPEN', locationId: TORONTO },
        items: [
          { id: `${part.id}i${count}`, itemId: bought.items[0]?.id ?? '', total: 1, remaining: 1 },
        ],
      });
    }
    const order = await linked.placeAndLocate(bought.id);
    expect((await fulfill(linked, order.id)).statusCode).toBe(200);
    const statuses = bought.fulfillmentOrders.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['CLOSED']));
  });

  test('on hold or scheduled says so, waits, and is fulfilled when released', async () => {
    const linked = await makeLinkedShop(server);
    const world = server.developmentShop;
    for (const [change, waiting, code] of [
      [staffActions.hold, 'on_hold', 'shop_order_on_hold'],
      [staffActions.schedule, 'scheduled', 'shop_order_scheduled'],
    ] as const) {
      const bought = await buy(server, linked);
      const order = await linked.placeAndLocate(bought.id);
      await change(world, linked.domain, bought);
      await waitUntil(async () => (await listed(linked, bought.id))?.parts?.[0]?.state === waiting);
      const refused = await fulfill(linked, order.id);
      expect(codeOf(refused)).toBe(code);
      expect(refused.json<Problem>().detail).toMatch(/awaiting payment|\d{4}-\d\d-\d\d/);
      await staffActions.release(world, linked.domain, bought);
      expect((await fulfill(linked, order.id)).statusCode).toBe(200);
      expect(bought.fulfillments).toHaveLength(1);
    }
  });

  test('that waits in the shop is not placed automatically', async () => {
    const linked = await makeLinkedShop(server);
    const world = server.developmentShop;
    const bought = await buy(server, linked);
    await staffActions.hold(world, linked.domain, bought);
    await waitUntil(async () => (await listed(linked, bought.id))?.parts?.[0]?.state === 'on_hold');
    await linked.call('PATCH', '/link', { placesOrders: true });
    bought.note = 'Changed on hold';
    await world.tell(linked.domain, 'orders/updated', { id: Number(bought.id) });
    await waitUntil(async () => (await listed(linked, bought.id))?.note === bought.note);
    expect(await linked.orders()).toEqual([]);
    await staffActions.release(world, linked.domain, bought);
    await waitUntil(async () => (await linked.orders()).length === 1);
  });

  test('that cannot move to a location shows the platform’s message', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const order = await linked.placeAndLocate(bought.id);
    const montreal = linked.shop.locations.find(({ id }) => id === MONTREAL);
    Object.assign(montreal ?? {}, { stocks: false });
    const refused = await fulfill(linked, order.id, MONTREAL);
    expect(refused.json<Problem>()).toMatchObject({
      status: 409,
      code: 'shop_move_refused',
      detail: expect.stringContaining('None of the items are stocked at Gaspé store.'),
    });
    expect(bought.fulfillments).toEqual([]);
  });
});

describe('the page that fulfills one order', () => {
  const TYPED = { phone: '+14165550199', address1: '27 Dundas St E' };

  test('shows the buyer’s rate, payment and recipient, and whether it is fulfilled', async () => {
    const { linked, bought } = await makeShopOrder(server);
    expect((await linked.choicesFor(bought.id)).json()).toMatchObject({
      checkout: {
        method: 'Portage – Next day',
        service_code: 'PORTAGE_NEXTDAY',
        paid: { cents: bought.shippingLine?.cents, currency: 'CAD' },
      },
      recipient: { recipientName: 'Amélie Okafor', address1: '25 Dundas St E', zip: 'M5B 1C6' },
    });
    const done = await linked.createAndFulfill(bought.id, { locationId: TORONTO, rate: undefined });
    expect(done.statusCode).toBe(200);
    const after = (await linked.choicesFor(bought.id)).json<Record<string, unknown>>();
    expect(after['fulfillmentIds']).toEqual(
      done.json<{ fulfillmentIds: string[] }>().fulfillmentIds,
    );
    expect(after).not.toHaveProperty('recipient');
  });

  test('corrects the recipient of the delivery order, not of the shop order', async () => {
    const linked = await makeLinkedShop(server);
    const wanted = basket();
    const bought = await buy(server, linked, {
      basket: { ...wanted, address: { ...wanted.address, phone: null } },
    });
    const body = { locationId: TORONTO };
    const refused = await linked.createAndFulfill(bought.id, body);
    expect(codeOf(refused)).toBe('shop_order_incomplete');
    const done = await linked.createAndFulfill(bought.id, { ...body, corrections: TYPED });
    const { orderId } = done.json<{ orderId: string }>();
    expect((await linked.merchant.call('GET', `/orders/${orderId}`)).json()).toMatchObject({
      recipient: { name: 'Amélie Okafor', phone: expect.stringContaining('4165550199') },
      dtoRecipientAddress: { street: '27 Dundas St E', city: 'Toronto' },
    });
    expect(bought.shippingAddress?.address1).toBe('25 Dundas St E');
  });
});

async function makeTagged() {
  const linked = await makeLinkedShop(server, { orderTags: ['gift', 'fragile'] });
  const bought = await buy(server, linked);
  bought.tags = ['fragile', 'newsletter'];
  const order = await linked.placeAndLocate(bought.id);
  return { linked, bought, order };
}

const sync = (
  { call, domain }: LinkedShop,
  { id: orderId }: Order,
  { id: shopOrderId }: DevOrder,
) => call('POST', '/orders/tags/sync', { shopName: domain, orders: [{ orderId, shopOrderId }] });

const tagsOf = async ({ merchant }: LinkedShop, { id }: Order) =>
  (await readOrder(merchant, id)).tags.toSorted();

describe('tags', () => {
  test('of orders reach the shop, and the shop’s own tags stay', async () => {
    const { linked, bought, order } = await makeTagged();
    const change = (call: string, tag: string) =>
      linked.merchant.call('PATCH', `/orders/${order.id}/${call}`, { payload: [tag] });
    await change('removeTags', 'fragile');
    await change('removeTags', 'newsletter');
    await change('addTags', 'gift');
    expect((await sync(linked, order, bought)).json()).toEqual({
      outcomes: [
        { orderId: order.id, shopOrderId: bought.id, result: 'success', status: 'GEOCODED' },
      ],
    });
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter']);
  });

  test('that the shop adds or removes reach the delivery order', async () => {
    const { linked, bought, order } = await makeTagged();
    expect(await tagsOf(linked, order)).toEqual(['fragile', 'newsletter']);
    await linked.merchant.call('PATCH', `/orders/${order.id}/addTags`, { payload: ['Portage’s'] });
    await staffActions.tag(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await tagsOf(linked, order)).includes('gift'));
    expect(await tagsOf(linked, order)).toEqual(['Portage’s', 'fragile', 'gift', 'newsletter']);
    bought.tags = ['gift'];
    await server.developmentShop.tell(linked.domain, 'orders/updated', orderBody(bought));
    await waitUntil(async () => (await tagsOf(linked, order)).length === 2);
    expect(await tagsOf(linked, order)).toEqual(['Portage’s', 'gift']);
  });

  test('that the shop changed without a webhook survive a sync', async () => {
    const { linked, bought, order } = await makeTagged();
    linked.shop.webhooks = [];
    bought.tags = ['gift', 'newsletter'];
    await linked.merchant.call('PATCH', `/orders/${order.id}/addTags`, { payload: ['rush'] });
    await sync(linked, order, bought);
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter', 'rush']);
    expect(await tagsOf(linked, order)).toEqual(['gift', 'newsletter', 'rush']);
    // Synced tags count as read, so the shop may remove them.
    bought.tags = ['gift', 'newsletter'];
    await sync(linked, order, bought);
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter']);
  });
});
