import { expect, test } from 'vitest';
import type { OrderSelection } from '@portage/contract/orders/order-selection';
import type { OrderCount } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

async function merchantOfAda() {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant, (one) => ({
    ...one,
    recipient: { name: 'Ada Cœur', phone: '+14165550142' },
    orderItems: [
      { sku: 'CAN-12', name: 'Bougie d’érable, 2 mèches', quantity: 1 },
      { name: 'Œillet séché', quantity: 2 },
    ],
  }));
  await insertOrder(server, merchant, (one) => ({
    ...one,
    recipient: { name: 'Bo Roy', phone: '+14165550143' },
    orderItems: [],
  }));
  const find = async (typed: string) =>
    (await merchant.call('GET', `/orders?freeSearch=${encodeURIComponent(typed)}`))
      .json<{ orders: { id: string }[] }>()
      .orders.map(({ id }) => id);
  return { order, merchant, find };
}

test('an order is found by its phone in every form, by the SKU and name of its items, and with ligatures', async () => {
  const { order, find } = await merchantOfAda();
  for (const typed of [
    '+14165550142',
    '14165550142',
    '4165550142',
    '+1 416 555 0142',
    '+1 (416) 555-0142',
    '1 416 555-0142',
    '1-416-555-0142',
    '(416) 555-0142',
    '(416)555-0142',
    '416.555.0142',
    '416 555 01 42',
    '416/555-0142',
    '+1\u00a0416\u00a0555\u20110142',
    'ada +1 416 555 0142',
    'can-12',
    'bougie d’erable',
    'oeillet',
    'œillet',
    'coeur',
    'CŒUR',
  ]) {
    expect(await find(typed), typed).toEqual([order.id]);
  }
  expect(await find('+1 416 555 0199')).toEqual([]);
});

test('an order is found by its barcode, by its tracking link and by its number typed with spaces', async () => {
  const { order, find } = await merchantOfAda();
  const { id, trackingNumber } = order;
  for (const typed of [
    trackingNumber,
    `${trackingNumber}-1`,
    `${trackingNumber.toLowerCase()}-12`,
    `https://portage.example/track/${trackingNumber}?v=2`,
    `https://portage.example/track/${id}`,
    `portage.example/track/${trackingNumber}-1/`,
    trackingNumber.replace(/(.{4})/g, '$1 '),
    `ada ${trackingNumber}-1`,
  ]) {
    expect(await find(typed), typed).toEqual([order.id]);
  }
  expect(await find(`roy ${trackingNumber}-1`)).toEqual([]);
});

test('counts, selections and exports read a barcode as the list does', async () => {
  const { order, merchant } = await merchantOfAda();
  const query = `freeSearch=${order.trackingNumber}-1`;
  const count = await merchant.call('GET', `/orders/count?${query}`);
  expect(count.json<OrderCount>().count).toBe(1);
  const selection = await merchant.call('GET', `/orders/selection?${query}`);
  expect(selection.json<OrderSelection>().orders.map(({ id }) => id)).toEqual([order.id]);
  const lines = (await merchant.call('GET', `/orders/export?${query}`)).body.trim().split('\n');
  expect(lines.slice(1).map((line) => line.slice(0, order.id.length))).toEqual([order.id]);
});
