import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { basket, buy, makeLinkedShop } from '../testing/linked-shop.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';

const server = useTestServer();

test('a shop order takes its sub-brand and minimum age from the profile, as orders of the API do', async () => {
  const linked = await makeLinkedShop(server, {
    apiRequestMappings: [{ from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' }],
    minimumAge: 19,
    merchantLocation: {
      street: '100 King St W',
      unit: 'Petite Érable',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5X 1A9',
      country: 'CA',
    },
  });
  const bought = await buy(server, linked);
  const order = (await linked.call('POST', `/shop_orders/${bought.id}/place`, {})).json<Order>();
  expect(order).toMatchObject({ merchantDisplayName: 'Petite Érable', minimumAge: 19 });
  expect(order.originAddress.unit).toBeUndefined();
});

test('a shop order has the items, note, phone and address of the buyer', async () => {
  const linked = await makeLinkedShop(server);
  const bought = await buy(server, linked);
  const order = (await linked.call('POST', `/shop_orders/${bought.id}/place`, {})).json<Order>();
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

test('a shop order becomes one delivery order, however often and at once that is asked for', async () => {
  const linked = await makeLinkedShop(server);
  const bought = await buy(server, linked);
  const place = () => linked.call('POST', `/shop_orders/${bought.id}/place`, {});
  const answers = await Promise.all([place(), place(), place()]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    '201',
    '409',
    '409',
  ]);
  const { orders } = (await linked.merchant.call('GET', '/orders')).json<{ orders: Order[] }>();
  expect(orders).toHaveLength(1);
});

test('a shop order without a phone waits for a person, and no service user places one', async () => {
  const linked = await makeLinkedShop(server);
  const { address } = basket();
  const bought = await buy(server, linked, {
    basket: basket({ address: { ...address, phone: null } }),
  });
  const placed = await linked.call('POST', `/shop_orders/${bought.id}/place`, {});
  expect(placed.json()).toMatchObject({ status: 422, code: 'shop_order_incomplete' });
  const service = await makeServiceUser(server, linked.merchant);
  const asService = await server.app.inject({
    method: 'POST',
    url: `/shop/shop_orders/${bought.id}/place`,
    headers: { authorization: `Bearer ${service.token}` },
    payload: {},
  });
  expect(asService.json()).toMatchObject({ code: 'forbidden' });
});
