import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { OrderPage, type Order } from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload } from '../testing/make-order.ts';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from './draft-order.ts';
import { readNewest } from './order-list-queries.ts';
import { insertOrders } from './order-queries.ts';

const server = useTestServer();

/** Inserts drafts of a merchant, one for each timestamp. */
async function insertDrafts({ merchant, username }: TestMerchant, timestamps: number[]) {
  const payload = NewOrder.parse(newOrderPayload());
  const author = { merchantId: merchant.id, username };
  const drafts = timestamps.map((timestamp) => draftOrder(payload, author, timestamp));
  if (drafts.length > 0) await insertOrders(server.deps.db, drafts);
  return drafts;
}

/** Walks the pages to the end, with something happening after each. */
async function listAll(
  merchant: TestMerchant,
  limit: number,
  meanwhile?: () => Promise<void>,
): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor = '';
  for (;;) {
    const response = await merchant.call('GET', `/orders?limit=${limit}${cursor}`);
    const page = response.json<OrderPage>();
    orders.push(...page.orders);
    if (!page.next) return orders;
    await meanwhile?.();
    cursor = `&startAt=${page.next.startAt}&createdAt=${page.next.createdAt}`;
  }
}

const newestFirst = (one: Order, other: Order) =>
  other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);

test('pages walked to the end give every order once, newest first, also with equal timestamps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (offsets, limit) => {
        const merchant = await makeMerchant(server);
        const drafts = await insertDrafts(
          merchant,
          offsets.map((offset) => TEST_NOW + offset),
        );
        const listed = await listAll(merchant, limit);
        expect(listed.map(({ id }) => id)).toEqual(drafts.sort(newestFirst).map(({ id }) => id));
      },
    ),
    { numRuns: 15 },
  );
});

test('pages walked while orders are inserted lose none of those before them and repeat none', async () => {
  const timestamps = fc.array(fc.integer({ min: 0, max: 4 }).map((offset) => TEST_NOW + offset));
  await fc.assert(
    fc.asyncProperty(
      timestamps.filter(({ length }) => length > 0),
      fc.array(timestamps, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (before, meanwhile, limit) => {
        const merchant = await makeMerchant(server);
        const drafts = await insertDrafts(merchant, before);
        const waiting = [...meanwhile];
        const listed = await listAll(merchant, limit, async () => {
          await insertDrafts(merchant, waiting.pop() ?? []);
        });
        expect(listed).toEqual(listed.toSorted(newestFirst));
        const ids = listed.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(drafts.map(({ id }) => id)));
      },
    ),
    { numRuns: 15 },
  );
});

test('a page that takes several statements repeats and loses nothing that was there', async () => {
  const merchant = await makeMerchant(server);
  const drafts = await insertDrafts(
    merchant,
    [1, 2, 3, 4, 5].map((offset) => TEST_NOW + offset),
  );
  const request = { filter: { freeSearch: 'zoe' }, limit: 6, after: undefined, walks: [2] };
  const { db } = server.deps;
  const listed = await readNewest(db, merchant.merchant.id, request, async (orders) => {
    await insertDrafts(merchant, [TEST_NOW + 9]);
    return orders.select('id').execute();
  });
  const [, ...before] = listed.map(({ id }) => id);
  expect(before).toEqual(drafts.sort(newestFirst).map(({ id }) => id));
});

test('a page begins after an order that is deleted meanwhile as it would have after it', async () => {
  const merchant = await makeMerchant(server);
  const [older, cursor] = await insertDrafts(merchant, [TEST_NOW, TEST_NOW + 1, TEST_NOW + 2]);
  expect((await merchant.call('DELETE', `/orders/${cursor?.id}`)).statusCode).toBe(204);
  const page = await merchant.call(
    'GET',
    `/orders?startAt=${cursor?.id}&createdAt=${TEST_NOW + 1}`,
  );
  expect(page.json<OrderPage>().orders.map(({ id }) => id)).toEqual([older?.id]);
});

test('the text that is passed on is a page of the contract', async () => {
  const merchant = await makeMerchant(server);
  await makeOrder(merchant);
  const response = await merchant.call('GET', '/orders');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const page = OrderPage.parse(response.json());
  expect(page.orders).toHaveLength(1);
  expect(page).not.toHaveProperty('next');
});

test('texts of every script come back as they were typed', async () => {
  const merchant = await makeMerchant(server);
  const notes = 'Chez Ngọc & Zoé, 12½ — 3ᵉ étage, 玄関 🏠';
  const { id } = await makeOrder(merchant, { notes });
  const single = await merchant.call('GET', `/orders/${id}`);
  expect(single.json<Order>().notes).toBe(notes);
  const list = await merchant.call('GET', '/orders');
  expect(list.json<OrderPage>().orders.map((order) => order.notes)).toEqual([notes]);
});

test('a merchant sees only its own orders, also with another merchant’s cursor', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const [draft] = await insertDrafts(owner, [TEST_NOW, TEST_NOW + 1]);
  const list = await stranger.call('GET', '/orders');
  expect(list.json<OrderPage>().orders).toEqual([]);
  const walked = await stranger.call(
    'GET',
    `/orders?startAt=${draft?.id}&createdAt=${TEST_NOW + 9}`,
  );
  expect(walked.json<OrderPage>().orders).toEqual([]);
  const single = await stranger.call('GET', `/orders/${draft?.id}`);
  expect(single.statusCode).toBe(404);
  expect(single.json<Problem>().code).toBe('order_not_found');
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=abc', 'limit'],
  ['startAt=not-an-id&createdAt=1', 'startAt'],
  ['startAt=019c0000-0000-7000-8000-000000000000', 'startAt'],
  ['createdAt=1', 'startAt'],
  ['startAt=019c0000-0000-7000-8000-000000000000&createdAt=99999999999999999', 'createdAt'],
])('the impossible query %s is refused by the name of %s', async (query, path) => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('GET', `/orders?${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json<Problem>().errors?.map((error) => error.path)).toContain(path);
});
