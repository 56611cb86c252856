import { expect, test } from 'vitest';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { reportEvents } from '../carrier/report-events.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { makeShopOrder, shopDepsOf, waitUntil } from '../testing/linked-shop.ts';
import { tellDeliveryEvents } from './tell-delivery-events.ts';

const server = useTestServer();

async function fulfilledOrder() {
  const { linked, bought } = await makeShopOrder(server);
  const order = await linked.placeAndLocate(bought.id);
  const orders = [{ portageId: order.id, shopOrderId: bought.id }];
  await linked.call('POST', '/bulk_fulfill', { shopName: linked.domain, orders });
  const told = () => bought.fulfillments.flatMap(({ events = [] }) => events);
  return { linked, order, told };
}

const report = (order: Order, statuses: readonly CarrierStatus[]) =>
  reportEvents(
    server.deps,
    statuses.map((status, index) => statusReport(order, status, TEST_NOW + index * 1_000)),
    'en',
  );

const JOURNEY = [
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
  'DELIVERY_FAILED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
] as const;

const TOLD = [
  'CARRIER_PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'ATTEMPTED_DELIVERY',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
];

test('the shop gets a delivery’s events in order, each once', async () => {
  const { linked, order, told } = await fulfilledOrder();
  server.setNow(TEST_NOW + MINUTE);
  await report(order, JOURNEY);
  await waitUntil(() => told().length === TOLD.length);
  expect(told().map(({ status }) => status)).toEqual(TOLD);
  const reference = { merchantId: linked.merchant.merchant.id, orderId: order.id };
  await tellDeliveryEvents(shopDepsOf(server), reference);
  expect(told()).toHaveLength(TOLD.length);
});

test('a lost answer does not repeat an event', async () => {
  const { linked, order, told } = await fulfilledOrder();
  server.setNow(TEST_NOW + MINUTE);
  const reference = { merchantId: linked.merchant.merchant.id, orderId: order.id };
  const tell = () => tellDeliveryEvents(shopDepsOf(server), reference);
  await report(order, JOURNEY.slice(0, 3));
  Object.assign(linked.shop, { failure: 'lost_answer', worksFor: 1, failuresLeft: 1 });
  await expect(tell()).rejects.toMatchObject({ code: 'shop_unavailable' });
  await tell();
  expect(told().map(({ status }) => status)).toEqual(TOLD.slice(0, 3));
});
