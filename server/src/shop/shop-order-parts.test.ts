import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import type { FulfillmentChoices } from '@portage/contract/shop/shop';
import { staffActions } from '../../../demo/src/development-shop/storefront.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import {
  basket,
  buy,
  type LinkedShop,
  makeLinkedShop,
  makeShopOrder,
  waitUntil,
  shopDepsOf,
  TORONTO,
  MONTREAL,
} from '../testing/linked-shop.ts';
import { codeOf } from '../testing/make-merchant.ts';
import { waitUntilPlaced } from '../testing/make-order.ts';
import { fulfillBatch } from './batch.ts';
import { fulfillmentOrdersDocument } from './shop-documents.ts';

const server = useTestServer();

const TWO = basket({
  items: [
    { productId: '81001', quantity: 1 },
    { productId: '81002', quantity: 1 },
  ],
});

async function buySplit(linked: LinkedShop) {
  const bought = await buy(server, linked, { basket: TWO });
  await staffActions.split(server.developmentShop, linked.domain, bought);
  await waitUntil(async () => (await linked.list('open')).length === 2);
  return bought;
}

describe('a shop order that two locations ship', () => {
  test('becomes one delivery order for each location, with its items', async () => {
    const linked = await makeLinkedShop(server);
    const bought = await buySplit(linked);
    expect((await linked.list('open')).map(({ location }) => location)).toEqual([
      { id: TORONTO, name: 'Sterling Road warehouse' },
      { id: MONTREAL, name: 'Gaspé store' },
    ]);
    const montreal = (await linked.place(bought.id, { locationId: MONTREAL })).json<Order>();
    expect(montreal).toMatchObject({
      originAddress: { street: '5455 Av. de Gaspé', province: 'QC', postalCode: 'H2T 3B3' },
      orderItems: [{ name: 'Maple cutting board, Large', quantity: 1 }],
      packages: [{ weightOptions: { weight: 2.3, unit: 'kg' } }],
    });
    expect((await linked.list('open')).map(({ location }) => location?.id)).toEqual([TORONTO]);
    const again = await linked.place(bought.id, { locationId: MONTREAL });
    expect(codeOf(again)).toBe('shop_order_placed');
    const toronto = (await linked.place(bought.id)).json<Order>();
    expect(toronto.orderItems).toMatchObject([{ name: 'Linen tablecloth, Oat', quantity: 1 }]);
    expect(await linked.list('open')).toEqual([]);
  });

  test('is picked up at the ship-from location with the shop location’s postal code', async () => {
    const unit = { street: '5455 De Gaspé Ave', unit: 'Dock 4', city: 'Montréal' };
    const linked = await makeLinkedShop(server, {
      additionalLocations: [{ ...unit, province: 'QC', postalCode: 'H2T 3B3', country: 'CA' }],
    });
    const bought = await buySplit(linked);
    const order = (await linked.place(bought.id, { locationId: MONTREAL })).json<Order>();
    expect(order.originAddress).toMatchObject(unit);
  });

  test('is partial until each delivery order is fulfilled', async () => {
    const linked = await makeLinkedShop(server);
    const bought = await buySplit(linked);
    const [first, second] = await Promise.all(
      [TORONTO, MONTREAL].map((locationId) => linked.placeAndLocate(bought.id, { locationId })),
    );
    const bulk = (order?: Order) =>
      linked.call('POST', '/bulk_fulfill', {
        shopName: linked.domain,
        orders: [{ portageId: order?.id, shopOrderId: bought.id }],
      });
    await bulk(first);
    expect(bought.fulfillmentOrders.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN']);
    expect((await linked.list('all')).map(({ shopOrder }) => shopOrder.fulfilment)).toEqual([
      'partial',
      'partial',
    ]);
    await bulk(second);
    expect((await linked.list('all'))[0]?.shopOrder.fulfilment).toBe('fulfilled');
    expect(bought.fulfillments.map(({ tracking }) => tracking.number)).toEqual([
      first?.trackingNumber,
      second?.trackingNumber,
    ]);
    expect(await linked.list('drift')).toEqual([]);
  });

  test('is fulfilled when both delivery orders are fulfilled at once', async () => {
    const linked = await makeLinkedShop(server);
    const bought = await buySplit(linked);
    const orders = [];
    for (const locationId of [TORONTO, MONTREAL]) {
      const { id } = await linked.placeAndLocate(bought.id, { locationId });
      orders.push({ portageId: id, shopOrderId: bought.id });
    }
    // Without webhooks, after which the order is read again.
    linked.shop.webhooks = [];
    const deps = shopDepsOf(server);
    const bothRead = Promise.withResolvers<void>();
    let reads = 0;
    const ask: typeof deps.shopPlatform.ask = async (access, document, variables) => {
      const answer = await deps.shopPlatform.ask(access, document, variables);
      if (Object.is(document, fulfillmentOrdersDocument)) {
        reads += 1;
        if (reads === 2) bothRead.resolve();
        await bothRead.promise;
      }
      return answer;
    };
    const { merchant, username } = linked.merchant;
    const fulfiller = { merchantId: merchant.id, username, shop: linked.domain };
    const together = { ...deps, shopPlatform: { ...deps.shopPlatform, ask } };
    await fulfillBatch(together, fulfiller, orders, 'en');
    const [{ shopOrder } = {}] = await linked.list('all');
    expect(shopOrder).toMatchObject({ fulfilment: 'fulfilled', parts: [] });
    expect(shopOrder?.fulfillmentIds).toHaveLength(2);
    expect(await linked.list('drift')).toEqual([]);
  });

  test('is created and fulfilled location by location, also when repeated at once', async () => {
    const linked = await makeLinkedShop(server);
    const bought = await buySplit(linked);
    const { shipsFrom } = (await linked.choicesFor(bought.id)).json<FulfillmentChoices>();
    expect(shipsFrom).toEqual([TORONTO, MONTREAL]);
    const answers = await Promise.all(
      [MONTREAL, MONTREAL, TORONTO].map((locationId) =>
        linked.createAndFulfill(bought.id, { locationId }),
      ),
    );
    const bodies = answers.map((answer) => answer.json<{ orderId: string }>());
    expect(bodies[0]).toEqual(bodies[1]);
    expect(new Set(bodies.map(({ orderId }) => orderId)).size).toBe(2);
    expect(bought.fulfillments).toHaveLength(2);
    expect(await linked.orders()).toHaveLength(2);
  });

  test('becomes both delivery orders automatically if configured', async () => {
    const linked = await makeLinkedShop(server);
    const bought = await buySplit(linked);
    await linked.call('PATCH', '/link', { placesOrders: true });
    await staffActions.edit(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await linked.orders()).length === 2);
    expect(await linked.list('open')).toEqual([]);
  });

  test('split after it was placed leaves the rest to be created', async () => {
    const { linked, bought } = await makeShopOrder(server, { basket: TWO });
    const placed = (await linked.place(bought.id)).json<Order>();
    await staffActions.split(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await linked.list('open')).length === 1);
    await waitUntilPlaced(linked.merchant, placed.id);
    await linked.createAndFulfill(bought.id, { locationId: MONTREAL });
    expect(bought.fulfillments).toHaveLength(1);
    expect((await linked.list('all')).map(({ orderId }) => orderId)).toContain(placed.id);
  });
});

describe('a delivery order whose parts the shop moved to another location', () => {
  test('is reported as moved, and created again there', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const order = await linked.placeAndLocate(bought.id, { service: 'STANDARD' });
    await staffActions.move(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await linked.list('drift')).length === 1);
    expect(await linked.list('drift')).toMatchObject([
      { drift: 'shop_moved', orderId: order.id, location: { id: MONTREAL, name: 'Gaspé store' } },
    ]);
    const path = `/shop_orders/${bought.id}/repair?orderId=${order.id}`;
    expect((await linked.call('POST', path)).statusCode).toBe(200);
    expect(await linked.list('drift')).toEqual([]);
    const [created, ...others] = await linked.orders();
    expect([created?.id === order.id, created?.service, others]).toEqual([false, 'STANDARD', []]);
  });

  test('after some of it was fulfilled, leaves the rest to be created', async () => {
    const { linked, bought } = await makeShopOrder(server, { basket: TWO });
    const [part] = bought.fulfillmentOrders;
    await linked.place(bought.id);
    bought.fulfillments.push({
      ...{ id: 'gid://shopify/Fulfillment/8', status: 'SUCCESS' },
      tracking: { company: null, number: null, url: null },
    });
    Object.assign(part ?? {}, {
      status: 'IN_PROGRESS',
      items: bought.items.map(({ id }, index) => ({
        ...{ id: `${id}f`, itemId: id, total: 1, remaining: index },
      })),
    });
    await staffActions.move(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await linked.list('open')).length === 1);
    const order = (await linked.place(bought.id)).json<Order>();
    expect(order.orderItems).toMatchObject([{ name: 'Maple cutting board, Large', quantity: 1 }]);
  });
});

describe('an order that the shop changes while it is placed', () => {
  test.each([
    ['edited', 'edit'],
    ['split', 'split'],
    ['refunded', 'refund'],
  ] as const)(
    '(%s) is refused with a clear message, and placed once it was seen',
    async (_done, how) => {
      const { linked, bought } = await makeShopOrder(server, { basket: TWO });
      const [seen] = await linked.list('open');
      linked.shop.webhooks = [];
      await staffActions[how](server.developmentShop, linked.domain, bought);
      const version = { version: seen?.shopOrder.version };
      for (const refused of [
        await linked.place(bought.id, version),
        await linked.createAndFulfill(bought.id, version),
      ]) {
        expect(refused.json<Problem>()).toMatchObject({
          ...{ status: 409, code: 'shop_order_changed' },
          detail: `Order ${bought.name} was changed in the shop after you opened it. Check it and try again.`,
        });
      }
      expect(await linked.orders()).toEqual([]);
      const [now] = await linked.list('open');
      const again = { version: now?.shopOrder.version };
      expect((await linked.createAndFulfill(bought.id, again)).statusCode).toBe(200);
    },
  );

  test.each([
    ['cancelled', staffActions.cancel, 'shop_order_cancelled'],
    ['deleted', staffActions.delete, 'shop_order_not_found'],
    ['put on hold', staffActions.hold, 'shop_order_on_hold'],
  ] as const)('(%s) is not placed, and says so', async (_done, change, code) => {
    const { linked, bought } = await makeShopOrder(server);
    linked.shop.webhooks = [];
    await change(server.developmentShop, linked.domain, bought);
    expect(codeOf(await linked.createAndFulfill(bought.id))).toBe(code);
    expect(await linked.orders()).toEqual([]);
    const open = await linked.list('open');
    expect(open.map(({ waiting }) => waiting?.holdReason)).toEqual(
      code === 'shop_order_on_hold' ? ['awaiting payment'] : [],
    );
  });

  test('(deleted) after it was placed is reported as a difference', async () => {
    const { linked, bought } = await makeShopOrder(server);
    const { id } = await linked.placeAndLocate(bought.id);
    await staffActions.delete(server.developmentShop, linked.domain, bought);
    expect(codeOf(await linked.createAndFulfill(bought.id))).toBe('shop_order_not_found');
    expect(await linked.list('drift')).toMatchObject([{ drift: 'shop_cancelled', orderId: id }]);
    expect((await linked.call('POST', `/shop_orders/${bought.id}/repair`)).statusCode).toBe(200);
    expect(await linked.orders()).toEqual([]);
  });
});
