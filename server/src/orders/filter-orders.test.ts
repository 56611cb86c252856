import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import {
  OrderCountQuery,
  type Order,
  type OrderCount,
  type OrderPage,
} from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  anyChange,
  anyFilter,
  type Change,
  type Filter,
  isFound,
  matches,
  NAMES,
  orderOf,
  parameters,
  SEARCHES,
} from '../testing/filtered-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { listOrderDocuments, ordersOfSpans } from './order-list-queries.ts';
import { insertOrders } from './order-queries.ts';
import type { OrderKey } from './order-search.ts';
import { untilPrintsRecorded } from './record-prints.ts';

const server = useTestServer();

const queryOf = (filter: Record<string, unknown>) =>
  Object.entries(filter)
    .map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`)
    .join('');

async function listIds(merchant: TestMerchant, filter: Filter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const response = await merchant.call(
      'GET',
      `/orders?limit=${limit}${queryOf(filter)}${cursor}`,
    );
    const page = response.json<OrderPage>();
    ids.push(...page.orders.map(({ id }) => id));
    if (!page.next) return ids;
    cursor = `&startAt=${page.next.startAt}&createdAt=${page.next.createdAt}`;
  }
}

async function withOrders(changes: readonly Change[]) {
  const merchant = await makeMerchant(server);
  const orders = changes.map((change) => orderOf(merchant, change));
  await insertOrders(server.deps.db, orders);
  // Like autovacuum: searches of traits need statistics.
  await sql`analyze orders, searchable_orders`.execute(server.deps.db);
  orders.sort((one, other) => other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1));
  return { merchant, orders };
}

async function expectFound(
  { merchant, orders }: Awaited<ReturnType<typeof withOrders>>,
  filter: Filter,
  limit: number,
): Promise<void> {
  const told = JSON.stringify(filter);
  const expected = orders.filter((order) => matches(order, filter)).map(({ id }) => id);
  expect(await listIds(merchant, filter, limit), told).toEqual(expected);
  const count = await merchant.call('GET', `/orders/count?${queryOf(filter)}`);
  expect(count.json<OrderCount>(), told).toEqual({ count: expected.length, hasMore: false });
  // As if more orders existed than the three compared here.
  const parsed = OrderCountQuery.parse(Object.fromEntries(new URLSearchParams(queryOf(filter))));
  const request = { filter: parsed, limit: 100, after: undefined, walks: [1, 2] };
  const rows = await listOrderDocuments(server.deps.db, merchant.merchant.id, request);
  expect(
    rows.map(({ id }) => id),
    told,
  ).toEqual(expected);
  // As if more than 2,000 deliveries existed.
  const keys = ordersOfSpans(server.deps.db, merchant.merchant.id, { filter: parsed }, 100);
  const ofSpans = await sql<OrderKey>`${keys}`.execute(server.deps.db);
  expect(ofSpans.rows.map(({ id }) => id).toSorted(), told).toEqual(expected.toSorted());
}

test('any filter lists and counts exactly the matching orders, each once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyChange, { minLength: 1, maxLength: 30 }),
      fc.array(anyFilter, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 3, max: 12 }),
      async (changes, filters, limit) => {
        const listed = await withOrders(changes);
        for (const filter of filters) await expectFound(listed, filter, limit);
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);

test('any two filters together find the orders that match both', async () => {
  const listed = await withOrders(fc.sample(anyChange, 40));
  const names = Object.keys(parameters);
  for (const one of names) {
    for (const other of names) {
      const [all] = fc.sample(fc.record(parameters), 1);
      const both = Object.entries(all ?? {}).filter(([name]) => name === one || name === other);
      if (one <= other) await expectFound(listed, Object.fromEntries(both), 50);
    }
  }
}, 120_000);

test('a search excludes orders that match its words but not the filters', async () => {
  const listed = await withOrders(fc.sample(anyChange, 40));
  const { deliveredAtTo, orderStatus, fulfillmentStatus, labelStatus, ...lasting } = parameters;
  const others: fc.Arbitrary<Filter>[] = [
    fc.record(lasting, { requiredKeys: [] }),
    fc.record({ deliveredAtTo, orderStatus, fulfillmentStatus, labelStatus }, { requiredKeys: [] }),
    fc.record({ tags: parameters.tags, includeTags: fc.constant(false) }),
  ];
  const words = fc.constantFrom('dundas', 'm5b 1c6', 'zoe');
  for (const filter of others) {
    for (const [freeSearch, rest] of fc.sample(fc.tuple(words, filter), 15)) {
      await expectFound(listed, { ...rest, freeSearch }, 50);
    }
  }
}, 120_000);

test.each(SEARCHES)('searching for %j finds only the orders that have it', async (typed) => {
  const merchant = await makeMerchant(server);
  const change = { createdAt: TEST_NOW, isBusinessAddress: false, origin: 'M5X 1A9' } as const;
  const orders = NAMES.map((name, index) =>
    orderOf(merchant, {
      ...change,
      name,
      orderStatus: 'GEOCODED',
      service: 'NEXTDAY',
      deliveryType: 'PARCEL',
      tags: [],
      merchantDisplayName: undefined,
      deliveredAfter: undefined,
      pickupReadyAt: undefined,
      labelPrintedAt: undefined,
      labelStale: undefined,
      refNumber: index === 0 ? 'back\\slash' : 'PO-7',
    }),
  );
  await insertOrders(server.deps.db, orders);
  const found = await listIds(merchant, { freeSearch: typed }, 100);
  const expected = orders.filter((order) => isFound(order, typed)).map(({ id }) => id);
  expect(found.sort()).toEqual(expected.sort());
});

test.each([
  { orderStatus: ['LOST', 'GEOCODED', 'LOST'] },
  { labelStatus: ['STALE', 'NOT_PRINTED', 'STALE'] },
] as const satisfies Filter[])(
  'statuses alone list each order once, also where one is named twice: %j',
  async (filter) => {
    const merchant = await makeMerchant(server);
    const orders = fc.sample(anyChange, 30).map((change) => orderOf(merchant, change));
    await insertOrders(server.deps.db, orders);
    const expected = orders.filter((order) => matches(order, filter)).map(({ id }) => id);
    expect((await listIds(merchant, filter, 3)).toSorted()).toEqual(expected.toSorted());
    const count = await merchant.call('GET', `/orders/count?${queryOf(filter)}`);
    expect(count.json<OrderCount>().count).toBe(expected.length);
  },
);

test('a changed order is found by its new values', async () => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('POST', '/orders', { payload: newOrderPayload() });
  const { id } = response.json<Order>();
  const lists = async (query: string) =>
    (await merchant.call('GET', `/orders?${query}`)).json<OrderPage>().orders.length;
  await expect.poll(() => lists('orderStatus=GEOCODED')).toBe(1);
  expect(await lists('orderStatus=CREATED')).toBe(0);
  expect(await lists('labelStatus=NOT_PRINTED')).toBe(1);
  await merchant.call('GET', `/labels/${id}`);
  await untilPrintsRecorded();
  expect(await lists('labelStatus=PRINTED')).toBe(1);
  await merchant.call('PATCH', `/orders/${id}/updateOrder`, { payload: { notes: 'Ring' } });
  expect(await lists('labelStatus=STALE&serviceSearch=NEXTDAY')).toBe(1);
  expect(await lists('labelStatus=NOT_PRINTED,PRINTED')).toBe(0);
  expect(await lists(`freeSearch=${id.slice(0, 13)}`)).toBe(1);
});

test('a timestamp of ten digits in a filter is read as seconds', async () => {
  const merchant = await makeMerchant(server);
  const { createdAt, deliveredAt = 0 } = await insertOrder(server, merchant, {
    orderStatus: 'DELIVERED',
    createdAt: TEST_NOW - 60_000,
    deliveredAt: TEST_NOW - 30_000,
  });
  for (const [from, to, at] of [
    ['dateFrom', 'dateTo', createdAt / 1000],
    ['deliveredAtFrom', 'deliveredAtTo', deliveredAt / 1000],
  ] as const) {
    expect(String(at)).toMatch(/^\d{10}$/);
    for (const [range, count] of [
      [`${from}=${at}&${to}=${at}`, 1],
      [`${from}=${at + 1}`, 0],
      [`${to}=${at - 1}`, 0],
    ] as const) {
      const answer = await merchant.call('GET', `/orders/count?${range}`);
      expect(answer.json<OrderCount>().count, range).toBe(count);
    }
  }
});

test.each([
  ['dateFrom=yesterday', 'dateFrom'],
  ['dateTo=2026-06-10', 'dateTo'],
  ['deliveredAtFrom=1e12', 'deliveredAtFrom'],
  ['deliveredAtTo=later', 'deliveredAtTo'],
  ['dateFrom=2000000000000&dateTo=1900000000000', 'dateTo'],
  ['deliveredAtFrom=2000000000000&deliveredAtTo=1900000000000', 'deliveredAtTo'],
  ['orderStatus=GEOCODED,GONE', 'orderStatus.1'],
  ['serviceSearch=TELEPORT', 'serviceSearch.0'],
  [`freeSearch=${'x'.repeat(10_000)}`, 'freeSearch'],
  ['includeTags=maybe', 'includeTags'],
  ['isBusinessAddress=2', 'isBusinessAddress'],
  ['fulfillmentStatus=HALF', 'fulfillmentStatus'],
  ['labelStatus=STALE,LOST', 'labelStatus.1'],
  ['deliveryType=LIGHT', 'deliveryType'],
  ['originPostalCode=M5', 'originPostalCode'],
  [`tags=${'x'.repeat(101)}`, 'tags.0'],
])('the filter %.40s is refused by the name of %s', async (query, path) => {
  const merchant = await makeMerchant(server);
  for (const list of ['/orders', '/orders/count']) {
    const response = await merchant.call('GET', `${list}?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors?.map((error) => error.path)).toEqual([path]);
  }
});
