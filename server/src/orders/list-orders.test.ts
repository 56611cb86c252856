import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  OrderPage,
  type Order,
  OrderSelection,
  MOST_SELECTED,
  summaryOf,
} from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { countOrders, listOrders, readOrder } from '../testing/edit-orders.ts';
import { insertOrder, draftFor, newestFirst, insertDrafts } from '../testing/insert-order.ts';
import { makeMerchant, pathsOf, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { readNewest } from './order-list-queries.ts';
import { insertOrders } from './order-queries.ts';

const server = useTestServer();

/** Differences between orders: equal timestamps, some archived, some scanned. */
const anyChange: fc.Arbitrary<
  Pick<Order, 'createdAt' | 'orderStatus' | 'recipient' | 'scanEvents' | 'otherScans'>
> = fc.record({
  createdAt: fc.integer({ min: 0, max: 4 }).map((offset) => TEST_NOW + offset),
  orderStatus: fc.constantFrom('GEOCODED', 'ARCHIVED', 'DELIVERED'),
  recipient: fc.record({ name: fc.constantFrom('Zoé Tremblay', 'O’Neil "Ed" \\', '王小明 🌞') }),
  scanEvents: fc.array(
    fc.record({
      trackingNumber: fc.constant('PTG-1'),
      events: fc.array(fc.constant({ time: TEST_NOW, location: 'Laval' }), { maxLength: 1 }),
    }),
    { maxLength: 2 },
  ),
  otherScans: fc.array(fc.constant({ time: TEST_NOW }), { maxLength: 1 }),
});

const FILTERS: readonly [string, (order: Order) => boolean][] = [
  ['', () => true],
  ['orderStatus=GEOCODED,ARCHIVED', ({ orderStatus }) => orderStatus !== 'DELIVERED'],
  ['orderStatus=ARCHIVED', ({ orderStatus }) => orderStatus === 'ARCHIVED'],
  ['freeSearch=zoe', ({ recipient }) => recipient.name.startsWith('Zoé')],
  [`dateFrom=${TEST_NOW + 2}`, ({ createdAt }) => createdAt >= TEST_NOW + 2],
];

async function select({ call }: Pick<TestMerchant, 'call'>, query = ''): Promise<OrderSelection> {
  const response = await call('GET', `/orders/selection?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return OrderSelection.strict().parse(response.json());
}

test('a filter selects the orders that match and are not archived, newest first, in brief', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 20 }), async (changes) => {
      const merchant = await makeMerchant(server);
      const orders = changes.map((change) => ({ ...draftFor(merchant, TEST_NOW), ...change }));
      await insertOrders(server.deps.db, orders);
      const selectable = orders
        .filter(({ orderStatus }) => orderStatus !== 'ARCHIVED')
        .sort(newestFirst);
      for (const [query, matches] of FILTERS) {
        const expected = selectable.filter(matches).map(summaryOf);
        expect(await select(merchant, query), query).toEqual({ orders: expected, hasMore: false });
      }
    }),
    { numRuns: 8 },
  );
});

test('of more orders than can be selected, the newest are', async () => {
  const merchant = await makeMerchant(server);
  const draft = draftFor(merchant, TEST_NOW);
  await insertOrders(server.deps.db, [draft]);
  await sql`
    insert into orders select copy.*
    from orders as original, generate_series(1, ${MOST_SELECTED - 1}::integer) as number,
      jsonb_populate_record(original, jsonb_build_object(
        'id', gen_random_uuid(),
        'search', '',
        'document', '{}'::json,
        'created_at', original.created_at + number * interval '1 ms'
      )) as copy
    where original.id = ${draft.id}`.execute(server.deps.db);
  const all = await select(merchant);
  expect(all.hasMore).toBe(false);
  expect(all.orders).toHaveLength(MOST_SELECTED);
  expect(all.orders.at(-1)?.id).toBe(draft.id);

  const newest = draftFor(merchant, TEST_NOW + MOST_SELECTED);
  await insertOrders(server.deps.db, [newest]);
  const { orders, hasMore } = await select(merchant);
  expect(hasMore).toBe(true);
  expect(orders).toEqual([summaryOf(newest), ...all.orders.slice(0, -1)]);
});

test('a merchant selects none of another merchant’s orders; its service users select its own', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const draft = draftFor(owner, TEST_NOW);
  await insertOrders(server.deps.db, [draft]);
  expect(await select(stranger)).toEqual({ orders: [], hasMore: false });
  const service = await makeServiceUser(server, owner);
  expect((await select(service)).orders).toEqual([summaryOf(draft)]);
});

test('a page ends at 10 MB, and the next one goes on', async () => {
  const merchant = await makeMerchant(server);
  const sizes = [4, 4, 4, 12, 1];
  const drafts = sizes.map((megabytes, index) => ({
    ...draftFor(merchant, TEST_NOW - index),
    notes: 'x'.repeat(megabytes * 1_000_000),
  }));
  for (const draft of drafts) await insertOrders(server.deps.db, [draft]);
  const pages: string[][] = [];
  let next: OrderPage['next'];
  do {
    const cursor = next ? `&startAt=${next.startAt}&createdAt=${next.createdAt}` : '';
    const page = (await merchant.call('GET', `/orders?limit=5${cursor}`)).json<OrderPage>();
    pages.push(page.orders.map(({ id }) => id));
    ({ next } = page);
  } while (next);
  const [first, second, third, huge, last] = drafts.map(({ id }) => id);
  expect(pages).toEqual([[first, second], [third], [huge], [last]]);
});

async function merchantOfAda() {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant, {
    recipient: { name: 'Ada Cœur', phone: '+14165550142' },
    orderItems: [
      { sku: 'CAN-12', name: 'Bougie d’érable, 2 mèches', quantity: 1 },
      { name: 'Œillet séché', quantity: 2 },
    ],
  });
  await insertOrder(server, merchant, {
    recipient: { name: 'Bo Roy', phone: '+14165550143' },
    orderItems: [],
  });
  const find = async (typed: string) =>
    (await listOrders(merchant, `freeSearch=${encodeURIComponent(typed)}`)).map(({ id }) => id);
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
    `https:ééportage.exampleétracké${trackingNumber}-1Év=2`,
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
  expect(await countOrders(merchant, query)).toBe(1);
  expect((await select(merchant, query)).orders.map(({ id }) => id)).toEqual([order.id]);
  const lines = (await merchant.call('GET', `/orders/export?${query}`)).body.trim().split('\n');
  expect(lines.slice(1).map((line) => line.slice(0, order.id.length))).toEqual([order.id]);
});

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

test('paging while orders are inserted loses and repeats none', async () => {
  const timestamps = fc.array(fc.integer({ min: 0, max: 4 }).map((offset) => TEST_NOW + offset));
  await fc.assert(
    fc.asyncProperty(
      timestamps.filter(({ length }) => length > 0),
      fc.array(timestamps, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (before, meanwhile, limit) => {
        const merchant = await makeMerchant(server);
        const drafts = await insertDrafts(server, merchant, before);
        const waiting = [...meanwhile];
        const listed = await listAll(merchant, limit, async () => {
          await insertDrafts(server, merchant, waiting.pop() ?? []);
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
    server,
    merchant,
    [1, 2, 3, 4, 5].map((offset) => TEST_NOW + offset),
  );
  const request = { filter: { freeSearch: 'zoe' }, limit: 6, after: undefined, walks: [2] };
  const { db } = server.deps;
  const listed = await readNewest(db, merchant.merchant.id, request, async (orders) => {
    await insertDrafts(server, merchant, [TEST_NOW + 9]);
    return orders.select('id').execute();
  });
  const [, ...before] = listed.map(({ id }) => id);
  expect(before).toEqual(drafts.sort(newestFirst).map(({ id }) => id));
});

test('a page after a deleted order starts where it would have', async () => {
  const merchant = await makeMerchant(server);
  const [older, cursor] = await insertDrafts(server, merchant, [
    TEST_NOW,
    TEST_NOW + 1,
    TEST_NOW + 2,
  ]);
  expect((await merchant.call('DELETE', `/orders/${cursor?.id}`)).statusCode).toBe(204);
  const page = await listOrders(merchant, `startAt=${cursor?.id}&createdAt=${TEST_NOW + 1}`);
  expect(page.map(({ id }) => id)).toEqual([older?.id]);
});

test('the unparsed text is a valid page of the contract, with texts in every script as typed', async () => {
  const merchant = await makeMerchant(server);
  const notes = 'Chez Ngọc & Zoé, 12½ — 3ᵉ étage, 玄関 🏠';
  const { id } = await makeOrder(merchant, { notes });
  const response = await merchant.call('GET', '/orders');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const page = OrderPage.parse(response.json());
  expect(page.orders.map((order) => order.notes)).toEqual([notes]);
  expect(page).not.toHaveProperty('next');
  expect((await readOrder(merchant, id)).notes).toBe(notes);
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
  expect(pathsOf(response)).toContain(path);
});
