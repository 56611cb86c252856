import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders';
import { openDatabase, openPool } from '../db/database.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { changeOrder } from './change-orders.ts';
import { markLabelsPrinted } from './mark-labels-printed.ts';

const server = useTestServer();
const MINUTE = 60_000;

async function makeLocatedOrder() {
  const merchant = await makeMerchant(server);
  const { id } = await waitUntilPlaced(merchant, (await makeOrder(merchant)).id);
  const read = async () => (await merchant.call('GET', `/orders/${id}`)).json<Order>();
  const print = (format = 'zpl') => merchant.call('GET', `/labels/${id}?format=${format}`);
  return { merchant, id, read, print };
}

const edit = (merchant: TestMerchant, id: string, payload: object) =>
  merchant.call('PATCH', `/orders/${id}/updateOrder`, { payload });

test('printing marks an order once; printing the same labels again changes nothing', async () => {
  const { read, print } = await makeLocatedOrder();
  const before = await read();
  await print('pdf');
  const printed = await read();
  expect(printed).toEqual({
    ...before,
    labelPrintedAt: TEST_NOW,
    modified: TEST_NOW,
    version: before.version + 1,
  });
  server.setNow(TEST_NOW + MINUTE);
  await print();
  expect(await read()).toEqual(printed);
  server.setNow(TEST_NOW);
});

test('an edit makes printed labels stale until they are printed again; tags do not', async () => {
  const { merchant, id, read, print } = await makeLocatedOrder();
  await edit(merchant, id, { notes: 'Ring twice' });
  expect((await read()).labelStale).toBeUndefined();
  await print();
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  expect((await read()).labelStale).toBeUndefined();
  await edit(merchant, id, { notes: 'Ring once' });
  expect(await read()).toMatchObject({ labelPrintedAt: TEST_NOW, labelStale: true });

  server.setNow(TEST_NOW + MINUTE);
  await print();
  const printed = await read();
  expect(printed.labelPrintedAt).toBe(TEST_NOW + MINUTE);
  expect(printed.labelStale).toBeUndefined();
  server.setNow(TEST_NOW);
});

test('an order that is edited while its labels are made is marked stale, printed before or not', async () => {
  const { merchant, id, read, print } = await makeLocatedOrder();
  const first = await read();
  await edit(merchant, id, { recipient: { name: 'Léa Roy' } });
  await markLabelsPrinted(server.deps, first);
  expect(await read()).toMatchObject({ labelPrintedAt: TEST_NOW, labelStale: true });

  const second = await read();
  await edit(merchant, id, { recipient: { name: 'Noé Roy' } });
  await markLabelsPrinted(server.deps, second);
  expect((await read()).labelStale).toBe(true);

  await print();
  expect((await read()).labelStale).toBeUndefined();
});

test('an order that is only marked ready or tagged while its labels are made is not stale', async () => {
  const { merchant, id, read } = await makeLocatedOrder();
  const first = await read();
  await merchant.call('PATCH', `/orders/${id}/pickupready`);
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  await markLabelsPrinted(server.deps, first);
  const printed = await read();
  expect(printed).toMatchObject({ orderStatus: 'PICKUP_READY', labelPrintedAt: TEST_NOW });
  expect(printed.labelStale).toBeUndefined();
});

test('labels come while somebody holds the order, and are marked when it is free', async () => {
  const { merchant, id, read, print } = await makeLocatedOrder();
  const { db, clock } = server.deps;
  await db.transaction().execute(async (trx) => {
    const held = { merchantId: merchant.merchant.id, id };
    await changeOrder(trx, clock, held, (order) => ({ order }));
    expect((await print()).statusCode).toBe(200);
  });
  await expect.poll(read).toMatchObject({ labelPrintedAt: TEST_NOW });
});

test('a database that cannot be written to keeps nobody from printing', async () => {
  const { read } = await makeLocatedOrder();
  const readOnly = new URL(server.databaseUrl);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const db = openDatabase(openPool(readOnly.href, server.deps.log));
  await markLabelsPrinted({ ...server.deps, db }, await read());
  await db.destroy();
  expect((await read()).labelPrintedAt).toBeUndefined();
});

test('labels of an archived order are printed and leave it as it is; so do those of a deleted one', async () => {
  const merchant = await makeMerchant(server);
  const archived = await insertOrder(server, merchant, (order) => ({
    ...order,
    orderStatus: 'ARCHIVED',
  }));
  expect((await merchant.call('GET', `/labels/${archived.id}`)).statusCode).toBe(200);
  expect((await merchant.call('GET', `/orders/${archived.id}`)).json()).toEqual(archived);

  const deleted = await insertOrder(server, merchant);
  await merchant.call('DELETE', `/orders/${deleted.id}`);
  await markLabelsPrinted(server.deps, deleted);
  expect((await merchant.call('GET', `/orders/${deleted.id}`)).statusCode).toBe(404);
});
