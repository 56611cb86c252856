import { expect, test } from 'vitest';
import type { SimilarOrder } from '@portage/contract/orders/similar-orders';
import { HOUR } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  makeMerchant,
  openTestSession,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';

const server = useTestServer();

async function similarTo(
  { call }: Pick<TestMerchant, 'call'>,
  changes: Parameters<typeof newOrderPayload>[0],
) {
  const payload = newOrderPayload(changes);
  const answer = await call('POST', '/orders/similar', { payload });
  return answer.json<{ orders: SimilarOrder[] }>().orders;
}

test('an order for the same recipient with the same reference or items is reported', async () => {
  const merchant = await makeMerchant(server);
  const cups = [{ name: 'Cup', sku: 'CUP-1', quantity: 2 }];
  const order = await makeOrder(merchant, { refNumber: 'A-1', orderItems: cups });
  const { id, recipient, createdAt } = order;
  const found = [{ id, refNumber: 'A-1', recipient, createdAt, orderStatus: expect.anything() }];

  expect(await similarTo(merchant, { refNumber: 'A-1' })).toEqual(found);
  expect(await similarTo(merchant, { refNumber: 'A-2', orderItems: cups })).toEqual(found);
  expect(await similarTo(await makeServiceUser(server, merchant), { refNumber: 'A-1' })).toEqual(
    found,
  );
  const none = [
    { refNumber: 'A-2' },
    { refNumber: 'A-1', recipient: { name: 'Bo Roy', phone: '416-555-0142' } },
    { orderItems: [{ name: 'Cup', sku: 'CUP-1', quantity: 3 }] },
    {},
  ];
  for (const changes of none) expect(await similarTo(merchant, changes)).toEqual([]);
  expect(await similarTo(await makeMerchant(server), { refNumber: 'A-1' })).toEqual([]);
});

test('orders older than 24 hours are not similar', async () => {
  server.setNow(TEST_NOW - 24 * HOUR - 1);
  const merchant = await makeMerchant(server);
  await makeOrder(merchant, { refNumber: 'A-1' });
  server.setNow(TEST_NOW);
  const session = await openTestSession(server, merchant.username, TEST_PASSWORD);
  expect(await similarTo(session, { refNumber: 'A-1' })).toEqual([]);
});

test('orders with only a recipient are similar to each other', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await makeOrder(merchant);
  expect(await similarTo(merchant, {})).toMatchObject([{ id }]);
});
