import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import { readOrderAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { differingColumns } from '../testing/order-invariants.ts';
import { advanceOrder } from './advance-order.ts';
import {
  changeOrderAlone,
  changeOrders,
  type ChangedOrder,
  type OrderRule,
} from './change-orders.ts';

const server = useTestServer();

const insertDrafts = (merchant: TestMerchant, count: number) =>
  Promise.all(Array.from({ length: count }, () => insertOrder(server, merchant)));

const rowOf = (id: string) =>
  server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const change = ({ merchant }: TestMerchant, ids: readonly string[], rule: OrderRule) =>
  server.deps.db
    .transaction()
    .execute((trx) => changeOrders(trx, server.deps.clock, { merchantId: merchant.id, ids }, rule));

const notes = (order: Order, now: number): ChangedOrder => ({
  order: {
    ...order,
    notes: 'L’étage « 2 », “\\ud83d” 📦\n\\u0041 {"a":1}',
    tags: ['a,b', '{c}', '"d"', 'NULL', 'é’'],
    version: order.version + 1,
    modified: now,
  },
  edit: { by: 'zoe', changes: [{ field: 'notes', to: 'L’étage' }] },
});

test('orders are changed with their columns, their audit and their edits', async () => {
  const merchant = await makeMerchant(server);
  const drafts = await insertDrafts(merchant, 3);
  const outcomes = await change(
    merchant,
    drafts.map(({ id }) => id),
    (order, now) => ({
      ...notes(advanceOrder(order, { to: 'GEOCODED', actor: 'system', at: now - 1000 }, now), now),
      audit: [{ actor: 'system', action: 'order.status_changed', details: { to: 'GEOCODED' } }],
    }),
  );
  for (const [index, draft] of drafts.entries()) {
    const row = await rowOf(draft.id);
    const order = JSON.parse(row.document) as Order;
    expect(outcomes[index]).toEqual({ order });
    expect(order).toMatchObject({
      orderStatus: 'GEOCODED',
      modified: TEST_NOW,
      tags: ['a,b', '{c}', '"d"', 'NULL', 'é’'],
    });
    expect(row.document).toMatch(/^\p{ASCII}*$/u);
    expect(differingColumns(row, order)).toEqual([]);
    expect(await readOrderAudit(server.deps.db, merchant.merchant.id, draft.id)).toMatchObject([
      { actor: 'system', action: 'order.status_changed', details: { to: 'GEOCODED' } },
    ]);
  }
  const edits = await server.deps.db
    .selectFrom('order_edits')
    .selectAll()
    .where('merchant_id', '=', merchant.merchant.id)
    .execute();
  expect(edits).toHaveLength(3);
  expect(edits[0]).toMatchObject({ version: 3, at: TEST_NOW, by: 'zoe' });
  expect(JSON.parse(edits[0]?.changes ?? '')).toEqual([{ field: 'notes', to: 'L’étage' }]);
});

test('edited and moved orders in one batch are found by their new values', async () => {
  const merchant = await makeMerchant(server);
  const drafts = await insertDrafts(merchant, 4);
  await change(
    merchant,
    drafts.map(({ id }) => id),
    (order, now) => {
      const isEdited = drafts.findIndex(({ id }) => id === order.id) % 2 === 0;
      const edited = { ...order, recipient: { ...order.recipient, name: 'Zoë Ångström' } };
      const to = { to: 'GEOCODED', actor: 'system', at: now } as const;
      return { order: advanceOrder(isEdited ? edited : order, to, now) };
    },
  );
  for (const [index, { id }] of drafts.entries()) {
    const row = await rowOf(id);
    const order = JSON.parse(row.document) as Order;
    expect(order).toMatchObject({ orderStatus: 'GEOCODED', version: 2, modified: TEST_NOW });
    expect(differingColumns(row, order)).toEqual([]);
    const found = await server.deps.db
      .selectFrom('searchable_orders')
      .select('search')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(found).toEqual({ search: row.search });
    expect(found.search.includes(' zoe angstrom')).toBe(index % 2 === 0);
  }
});

test('orders that a rule refuses, keeps or misses are not written; the others are', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const drafts = await insertDrafts(merchant, 3);
  const [changed, refused, unchanged] = drafts.map(({ id }) => id) as [string, string, string];
  const [foreign] = await insertDrafts(stranger, 1);
  const missing = uuidv7();
  const strange = foreign?.id ?? '';
  const before = await Promise.all([refused, unchanged, strange].map(rowOf));

  const outcomes = await change(
    merchant,
    [missing, refused, changed, strange, unchanged, changed.toUpperCase()],
    (order, now) => {
      if (order.id === refused) throw new ApiError('order_not_geocoded');
      return order.id === unchanged ? { order } : notes(order, now);
    },
  );

  expect(outcomes).toMatchObject([
    { error: new ApiError('order_not_found', { id: missing }) },
    { order: { id: refused, version: 1 }, error: { code: 'order_not_geocoded' } },
    { order: { id: changed, version: 2 } },
    { error: new ApiError('order_not_found', { id: strange }) },
    { order: { id: unchanged, version: 1 } },
    { order: { id: changed, version: 2 } },
  ]);
  expect((await rowOf(changed)).version).toBe(2);
  expect(await Promise.all([refused, unchanged, strange].map(rowOf))).toEqual(before);
});

test('a rule that throws unexpectedly changes nothing', async () => {
  const merchant = await makeMerchant(server);
  const [first, second] = await insertDrafts(merchant, 2);
  const ids = [first?.id ?? '', second?.id ?? ''];
  const failing = change(merchant, ids, (order, now) => {
    if (order.id === second?.id) throw new RangeError('a mistake');
    return notes(order, now);
  });
  await expect(failing).rejects.toThrow('a mistake');
  expect((await rowOf(ids[0] ?? '')).version).toBe(1);
});

test('batches over the same orders in any sequence wait for each other and both succeed', async () => {
  const merchant = await makeMerchant(server);
  const ids = (await insertDrafts(merchant, 20)).map(({ id }) => id);
  await Promise.all(
    [ids, ids.toReversed(), ids, ids.toReversed()].map((some) => change(merchant, some, notes)),
  );
  for (const id of ids) expect((await rowOf(id)).version).toBe(5);
});

test('a single order is changed the same way, and its error is thrown', async () => {
  const merchant = await makeMerchant(server);
  const [draft] = await insertDrafts(merchant, 1);
  const one = (id: string) =>
    changeOrderAlone(server.deps, { merchantId: merchant.merchant.id, id }, notes);
  expect(await one(draft?.id ?? '')).toMatchObject({ id: draft?.id, version: 2 });
  await expect(one(uuidv7())).rejects.toMatchObject({ code: 'order_not_found' });
});
