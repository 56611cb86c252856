import { expect, test } from 'vitest';
import type { RateWindow } from '@portage/contract/rates/rates';
import { useTestServer } from '../../testing/build-test-server.ts';
import {
  edit,
  placedOrder,
  readHistory,
  readOrder,
  refusedEdit,
} from '../../testing/edit-orders.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';

const server = useTestServer();

const NEVER = { start: 1_900_000_000_000, end: 1_900_000_010_000 };

async function windowsOf({ call }: TestMerchant): Promise<RateWindow[]> {
  const path = '/rates/windows?originPostalCode=M5X1A9&postalCode=M5B1C6';
  return (await call('GET', path)).json<RateWindow[]>();
}

const offered = async (merchant: TestMerchant) => {
  const [first] = await windowsOf(merchant);
  if (!first) throw new Error('No window is offered');
  return { start: first.start, end: first.end };
};

test('a window that was not offered is changed to one that is, and the order is placed', async () => {
  const merchant = await makeMerchant(server);
  const stuck = await placedOrder(merchant, { service: 'SCHEDULED', window: NEVER });
  expect(stuck.orderStatus).toBe('INVALIDTIME');
  const window = await offered(merchant);
  const placed = await edit(merchant, stuck.id, { window });
  expect(placed).toMatchObject({
    orderStatus: 'GEOCODED',
    service: 'SCHEDULED',
    completeAfter: window.start,
    completeBefore: window.end,
    originalCompleteAfter: window.start,
    rateChoice: { service: 'SCHEDULED' },
  });
  expect((await readHistory(merchant, stuck.id)).flatMap(({ changes }) => changes)).toEqual([
    {
      field: 'window',
      from: '2030-03-17T17:46:40.000Z/2030-03-17T17:46:50.000Z',
      to: `${new Date(window.start).toISOString()}/${new Date(window.end).toISOString()}`,
    },
  ]);
});

test('a service without a rate is changed to one that goes there, without the window of the old one', async () => {
  const merchant = await makeMerchant(server);
  const stuck = await placedOrder(merchant, { service: 'SCHEDULED', window: NEVER });
  const placed = await edit(merchant, stuck.id, { service: 'NEXTDAY' });
  expect(placed).toMatchObject({ orderStatus: 'GEOCODED', rateChoice: { service: 'NEXTDAY' } });
  expect(placed.completeBefore).toBe(placed.rateChoice?.epochEstimateTo);
  expect(placed.originalCompleteBefore).toBe(placed.rateChoice?.epochEstimateTo);
});

test('a service that goes there no better leaves the order with its new reason', async () => {
  const merchant = await makeMerchant(server);
  const away = { city: 'Winnipeg', province: 'MB', postalCode: 'R3C 4A5' };
  const { id } = await placedOrder(merchant, { service: 'SCHEDULED', window: NEVER });
  await edit(merchant, id, { recipientAddress: away, service: 'SAMEDAY' });
  expect(await readOrder(merchant, id)).toMatchObject({
    orderStatus: 'RATE_FAILED',
    service: 'SAMEDAY',
  });
  const placed = await edit(merchant, id, { service: 'STANDARD' });
  expect(placed.orderStatus).toBe('GEOCODED');
});

test('a hand-over that the new service does not allow resets to the door', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, (order) => ({
    ...order,
    orderStatus: 'RATE_FAILED',
    service: 'CUSTOMER_BOOKING',
    deliveryService: 'WHITE_GLOVE',
  }));
  expect(await edit(merchant, id, { service: 'NEXTDAY' })).toMatchObject({
    service: 'NEXTDAY',
    deliveryService: 'TO_THE_DOOR',
  });
});

test('service and window must fit each other', async () => {
  const merchant = await makeMerchant(server);
  const stuck = await placedOrder(merchant, { service: 'SCHEDULED', window: NEVER });
  const paths = async (body: Parameters<typeof edit>[2]) =>
    (await refusedEdit(merchant, stuck.id, body)).errors;
  const window = await offered(merchant);
  expect(await paths({ service: 'NEXTDAY', window })).toEqual([
    { path: 'window', message: expect.stringContaining('does not use a delivery window') },
  ]);
  const other = await insertOrder(server, merchant, (order) => ({
    ...order,
    orderStatus: 'RATE_FAILED',
    service: 'SAMEDAY',
  }));
  expect((await refusedEdit(merchant, other.id, { service: 'SCHEDULED' })).errors).toEqual([
    { path: 'window', message: expect.stringContaining('Choose a delivery window') },
  ]);
});

test('the service of an order that was placed is fixed', async () => {
  const merchant = await makeMerchant(server);
  const placed = await placedOrder(merchant);
  expect((await refusedEdit(merchant, placed.id, { service: 'FLEX' })).errors).toEqual([
    { path: 'service', message: expect.stringContaining('only while the order needs attention') },
  ]);
  expect(await edit(merchant, placed.id, { service: placed.service })).toEqual(placed);
});
