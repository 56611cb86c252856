import { expect, test } from 'vitest';
import { labelStatusOf, labelVersionOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { openDatabase, openPool } from '../db/database.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { edit, placedOrder, readHistory, readOrder } from '../testing/edit-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { recordPrints, untilPrintsRecorded } from './record-prints.ts';
import { MINUTE } from '../durations.ts';

const server = useTestServer();

/** What is told of an order's labels. */
const labelsOf = (order: Order) => [labelStatusOf(order), labelVersionOf(order)];

async function makeLocatedOrder() {
  const merchant = await makeMerchant(server);
  const { id } = await placedOrder(merchant);
  return {
    merchant,
    id,
    read: () => readOrder(merchant, id),
    print: async (format = 'zpl') => {
      const answer = await merchant.call('GET', `/labels/${id}?format=${format}`);
      await untilPrintsRecorded();
      return answer;
    },
    change: (notes: string) => edit(merchant, id, { notes }),
    record: (...orders: Order[]) => recordTheirPrints(merchant, orders),
    prints: async () =>
      (await readHistory(merchant, id)).filter(({ action }) => action === 'label.printed'),
  };
}

async function recordTheirPrints({ merchant, username }: TestMerchant, orders: Order[]) {
  const session = { merchantId: merchant.id, username };
  await recordPrints(server.deps, { session, orders, format: 'zpl' });
  await untilPrintsRecorded();
}

test('printing marks an order once; printing the same labels again changes nothing of it', async () => {
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

test('the history tells each print: who, when, which version and format', async () => {
  const { merchant, print, change, prints } = await makeLocatedOrder();
  const by = merchant.username;
  const printed = { by, action: 'label.printed', changes: [] };
  await print('pdf_letter');
  server.setNow(TEST_NOW + MINUTE);
  await print('zpl');
  await change('Ring twice');
  await print('pdf');
  server.setNow(TEST_NOW);
  expect(await prints()).toEqual([
    { ...printed, at: TEST_NOW + MINUTE, label: { version: 2, format: 'pdf' } },
    { ...printed, at: TEST_NOW + MINUTE, label: { version: 1, format: 'zpl' } },
    { ...printed, at: TEST_NOW, label: { version: 1, format: 'pdf_letter' } },
  ]);
});

test('a print is not taken for the edit that made the version of the order with its number', async () => {
  const { merchant, id, read, print, change } = await makeLocatedOrder();
  const versions: number[] = [];
  for (const notes of ['Ring once', 'Ring twice', 'Do not ring']) {
    await print();
    versions.push((await change(notes)).version);
  }
  await print();
  expect(versions).toContain(labelVersionOf(await read()));
  for (const { action, changes } of await readHistory(merchant, id)) {
    expect(changes).toHaveLength(action === 'order.edited' ? 1 : 0);
  }
});

test('an edit makes printed labels stale, of a version before, until they are printed again; tags do not', async () => {
  const { merchant, id, read, print, change } = await makeLocatedOrder();
  await change('Ring twice');
  expect(labelsOf(await read())).toEqual(['NOT_PRINTED', 1]);
  await print();
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
  await change('Ring once');
  expect(labelsOf(await read())).toEqual(['STALE', 2]);
  await change('Do not ring');
  expect(labelsOf(await read())).toEqual(['STALE', 2]);

  server.setNow(TEST_NOW + MINUTE);
  await print();
  const printed = await read();
  expect(labelsOf(printed)).toEqual(['PRINTED', 2]);
  expect(printed.labelPrintedAt).toBe(TEST_NOW + MINUTE);
  server.setNow(TEST_NOW);
});

test('labels of an order that is edited while they are made are of an old version at once', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  const first = await read();
  await change('Ring once');
  await record(first);
  expect(labelsOf(await read())).toEqual(['STALE', 2]);

  const second = await read();
  await change('Ring twice');
  await record(second);
  expect(labelsOf(await read())).toEqual(['STALE', 3]);

  await print();
  expect(labelsOf(await read())).toEqual(['PRINTED', 3]);
});

test('two prints at once, with an edit between them, leave no old label without an older version', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  const first = await read();
  await change('Ring once');
  await print();
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
  await record(first);
  expect(labelsOf(await read())).toEqual(['STALE', 2]);
});

test('labels of an old version make nothing current, nor those of the current version stale', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  await print();
  await change('Ring once');
  const stale = await read();
  await record({ ...stale, labelVersion: undefined });
  expect(await read()).toEqual(stale);

  await print();
  const current = await read();
  await record({ ...stale, labelVersion: undefined });
  expect(await read()).toEqual(current);
});

test('an order that is only marked ready or tagged while its labels are made is not stale', async () => {
  const { merchant, id, read, record } = await makeLocatedOrder();
  const first = await read();
  await merchant.call('PATCH', `/orders/${id}/pickupready`);
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  await record(first);
  const printed = await read();
  expect(printed.orderStatus).toBe('PICKUP_READY');
  expect(labelsOf(printed)).toEqual(['PRINTED', 1]);
});

test('labels of many orders are recorded at once, whatever became of some of them meanwhile', async () => {
  const merchant = await makeMerchant(server);
  const [edited, deleted, ...others] = await Promise.all(
    Array.from({ length: 6 }, () => insertOrder(server, merchant)),
  );
  if (!edited || !deleted) throw new Error('six orders were made');
  await edit(merchant, edited.id, { notes: 'Ring' });
  await merchant.call('DELETE', `/orders/${deleted.id}`);
  await recordTheirPrints(merchant, [edited, deleted, ...others]);

  expect(labelsOf(await readOrder(merchant, edited.id))).toEqual(['STALE', 2]);
  for (const { id } of others) {
    expect(labelsOf(await readOrder(merchant, id))).toEqual(['PRINTED', 1]);
    expect((await readHistory(merchant, id)).map(({ action }) => action)).toEqual([
      'label.printed',
    ]);
  }
});

test('nobody marks another merchant’s order', async () => {
  const { read, record } = await makeLocatedOrder();
  const stranger = await makeMerchant(server);
  const before = await read();
  await recordTheirPrints(stranger, [before]);
  expect(await read()).toEqual(before);
  await record(before);
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
});

test('a database that cannot be written to keeps nobody from printing', async () => {
  const { merchant, read } = await makeLocatedOrder();
  const readOnly = new URL(server.databaseUrl);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const db = openDatabase(openPool(readOnly.href, server.deps.log));
  const session = { merchantId: merchant.merchant.id, username: merchant.username };
  const orders = [await read()];
  await recordPrints({ ...server.deps, db }, { session, orders, format: 'pdf' });
  await db.destroy();
  expect((await read()).labelPrintedAt).toBeUndefined();
});

test('labels of an archived order are printed on record and leave it as it is', async () => {
  const merchant = await makeMerchant(server);
  const archived = await insertOrder(server, merchant, (order) => ({
    ...order,
    orderStatus: 'ARCHIVED',
  }));
  expect((await merchant.call('GET', `/labels/${archived.id}`)).statusCode).toBe(200);
  expect(await readOrder(merchant, archived.id)).toEqual(archived);
  const [entry] = await readHistory(merchant, archived.id);
  expect(entry).toMatchObject({ action: 'label.printed', label: { version: 1 } });
});
