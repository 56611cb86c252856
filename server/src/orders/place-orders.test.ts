import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Problem } from '@portage/contract/errors';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';
import { placeOrders } from './place-orders.ts';

const server = useTestServer();

const place = ({ merchant, username }: TestMerchant, newOrders: readonly NewOrder[]) =>
  server.deps.db
    .transaction()
    .execute((trx) => placeOrders(trx, { merchant, username, now: TEST_NOW }, newOrders));

const recipientsCalled = (names: readonly string[], source: NewOrder['source']) =>
  names.map((name) =>
    NewOrder.parse(newOrderPayload({ recipient: { name, phone: '416-555-0142' }, source })),
  );

test('many orders placed at once are in the sequence given, and each is located and rated', async () => {
  const merchant = await makeMerchant(server);
  const names = Array.from({ length: 150 }, (_, index) => `Recipient ${index}`);
  const orders = await place(merchant, recipientsCalled(names, 'csv'));
  expect(orders.map(({ recipient }) => recipient.name)).toEqual(names);
  expect(orders.map(({ source }) => source)).toEqual(names.map(() => 'csv'));
  for (const { id } of orders) {
    expect(await waitUntilPlaced(merchant, id)).toMatchObject({ orderStatus: 'GEOCODED' });
  }
});

test('when one order has no phone, none is placed', async () => {
  const merchant = await makeMerchant(server);
  const [valid] = recipientsCalled(['Zoé'], 'shop');
  const invalid = NewOrder.parse(newOrderPayload({ recipient: { name: 'Bo' } }));
  await expect(place(merchant, [valid ?? invalid, invalid])).rejects.toThrow('Invalid request');
  const { orders } = (await merchant.call('GET', '/orders')).json<{ orders: unknown[] }>();
  expect(orders).toEqual([]);
  const alone = await merchant.call('POST', '/orders', {
    payload: newOrderPayload({ recipient: { name: 'Bo' } }),
  });
  expect(alone.json<Problem>().errors).toMatchObject([{ path: 'recipient.phone' }]);
});
