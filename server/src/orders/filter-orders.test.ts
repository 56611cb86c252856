import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ORDER_SORTS, orderComparisons, type OrderSort } from '@portage/contract/orders/order-list';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import {
  type Order,
  OrderCountQuery,
  type OrderCount,
  type OrderPage,
} from '@portage/contract/orders/orders';
import { DAY, HOUR } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { countOrders, listOrders, placedOrder } from '../testing/edit-orders.ts';
import { makeInsertedOrder, insertOrder, draftFor, newestFirst } from '../testing/insert-order.ts';
import { errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { listOrderDocuments, ordersOfSpans } from './order-list-queries.ts';
import { insertOrders } from './order-queries.ts';
import type { OrderKey } from './order-search.ts';
import { sortedLists } from './order-sort-queries.ts';
import { untilPrintsRecorded } from './record-prints.ts';

/** A text without case, accents and curved apostrophes. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** True if all words occur in the search text; short ones must begin a word. */
function isFound(order: Order, typed: string): boolean {
  const { recipient, recipientAddress: address } = order;
  const words = [order.id, order.trackingNumber, order.refNumber ?? '', recipient.name]
    .concat(recipient.email ?? '', recipient.phone?.slice(1) ?? '', address.street, address.city)
    .concat(address.postalCode.replace(' ', ''))
    .flatMap((field) => plain(field).split(' '));
  return plain(typed)
    .split(' ')
    .every((typedWord) => {
      const forms = [typedWord, typedWord.replace(/[+().-]/g, '')].filter(
        (form, index) => index === 0 || /^\d{3,}$/.test(form),
      );
      return forms.some((form) =>
        words.some((word) => (form.length < 3 ? word.startsWith(form) : word.includes(form))),
      );
    });
}

const NAMES = ['Zoé Tremblay', 'Ed Roy', 'Wei A_B 50%', 'Fred AXB', 'Ngọc Anh O’Neil'].concat(
  'Đặng 玄関先生',
);

const SEARCHES = [
  ...['zoe', 'ZOÉ', 'ed', 'a_b', '50%', '%', 'tremblay dundas', 'm5b 1c6', 'M5B1C6', 'absent'],
  ...['(416) 555-0142', '+1 416', "o'neil", 'PO-7', 'zoe@example.com', 'back\\slash', 'zq', '8'],
  ...['đặng', 'ặn', '玄関', '関先生', '玄'],
];

const anyChange = fc.record({
  createdAt: fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0, 0, 40 * DAY, 400 * DAY))
    .map(([offset, age]) => TEST_NOW + offset - age),
  orderStatus: fc.constantFrom('GEOCODED', 'DELIVERED', 'LOST'),
  service: fc.constantFrom('NEXTDAY', 'SAMEDAY', 'FLEX'),
  deliveryType: fc.constantFrom('PARCEL', 'HEAVY'),
  tags: fc.subarray(['gift', 'VIP', 'fragile']),
  merchantDisplayName: fc.constantFrom(undefined, 'North Table', 'Café Été'),
  deliveredAfter: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  pickupReadyAt: fc.constantFrom(undefined, TEST_NOW),
  labelPrintedAt: fc.constantFrom(undefined, TEST_NOW),
  labelStale: fc.constantFrom(undefined, true),
  refNumber: fc.constantFrom(undefined, 'PO-7', 'back\\slash'),
  name: fc.constantFrom(...NAMES),
  isBusinessAddress: fc.boolean(),
  origin: fc.constantFrom('M5X 1A9', 'H2X 1Y4'),
} as const);

type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

/** An order with the change, not written. */
function orderOf(merchant: TestMerchant, change: Change): Order {
  const { name, isBusinessAddress, origin, deliveredAfter, ...rest } = change;
  const draft = draftFor(merchant, change.createdAt);
  return {
    ...draft,
    ...rest,
    ...(deliveredAfter !== undefined && { deliveredAt: change.createdAt + deliveredAfter }),
    recipient: { ...draft.recipient, name },
    dtoRecipientAddress: { ...draft.dtoRecipientAddress, isBusinessAddress },
    originAddress: { ...draft.originAddress, postalCode: origin },
  };
}

const timestamps = fc.integer({ min: 0, max: 4 });

const parameters = {
  freeSearch: fc.constantFrom(...SEARCHES),
  dateFrom: timestamps.map((offset) => TEST_NOW + offset),
  deliveredAtTo: timestamps.map((offset) => TEST_NOW + offset),
  orderStatus: fc.subarray(['GEOCODED', 'DELIVERED', 'LOST'], { minLength: 1 }),
  serviceSearch: fc.subarray(['NEXTDAY', 'SAMEDAY'], { minLength: 1 }),
  tags: fc.subarray(['gift', 'VIP', 'unused'], { minLength: 1 }),
  includeTags: fc.boolean(),
  isBusinessAddress: fc.boolean(),
  fulfillmentStatus: fc.constantFrom('FULFILLED', 'UNFULFILLED'),
  labelStatus: fc.subarray(['NOT_PRINTED', 'PRINTED', 'STALE'], { minLength: 1 }),
  deliveryType: fc.constantFrom('PARCEL', 'HEAVY'),
  originPostalCode: fc.constantFrom('M5X 1A9', 'h2x1y4'),
  merchantDisplayName: fc.constantFrom('north table', 'CAFE ete', 'North'),
} as const;

const anyFilter = fc.record(parameters, { requiredKeys: [] });

type Filter = typeof anyFilter extends fc.Arbitrary<infer Value> ? Value : never;

/** Reference implementation of the filter. */
function matches(order: Order, filter: Filter): boolean {
  const hasTag = filter.tags?.some((tag) => order.tags.includes(tag));
  return [
    filter.freeSearch === undefined || isFound(order, filter.freeSearch),
    order.createdAt >= (filter.dateFrom ?? 0),
    filter.deliveredAtTo === undefined || (order.deliveredAt ?? Infinity) <= filter.deliveredAtTo,
    filter.orderStatus?.includes(order.orderStatus) ?? true,
    filter.serviceSearch?.includes(order.service) ?? true,
    hasTag === undefined || hasTag === (filter.includeTags ?? true),
    (filter.isBusinessAddress ?? order.dtoRecipientAddress.isBusinessAddress) ===
      order.dtoRecipientAddress.isBusinessAddress,
    filter.fulfillmentStatus === undefined ||
      (filter.fulfillmentStatus === 'FULFILLED') === (order.pickupReadyAt !== undefined),
    (filter.deliveryType ?? order.deliveryType) === order.deliveryType,
    filter.labelStatus?.includes(labelStatusOf(order)) ?? true,
    filter.originPostalCode === undefined ||
      plain(filter.originPostalCode).replace(' ', '') ===
        plain(order.originAddress.postalCode).replace(' ', ''),
    filter.merchantDisplayName === undefined ||
      plain(filter.merchantDisplayName) === plain(order.merchantDisplayName ?? ''),
  ].every(Boolean);
}

const server = useTestServer();

type Query = Readonly<Record<string, unknown>>;

const queryOf = (query: Query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

async function listAll(merchant: TestMerchant, query: Query): Promise<Order[]> {
  const orders: Order[] = [];
  let next: OrderPage['next'];
  do {
    const response = await merchant.call('GET', `/orders?${queryOf({ ...query, ...next })}`);
    expect(response.statusCode, response.body).toBe(200);
    const page = response.json<OrderPage>();
    orders.push(...page.orders);
    ({ next } = page);
  } while (next);
  return orders;
}

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

async function withOrders(changes: readonly Change[]) {
  const merchant = await makeMerchant(server);
  const orders = changes.map((change) => orderOf(merchant, change));
  await insertOrders(server.deps.db, orders);
  // Like autovacuum: searches of traits need statistics.
  await sql`analyze orders, searchable_orders`.execute(server.deps.db);
  orders.sort(newestFirst);
  return { merchant, orders };
}

async function expectFound(
  { merchant, orders }: Awaited<ReturnType<typeof withOrders>>,
  filter: Filter,
  limit: number,
): Promise<void> {
  const told = JSON.stringify(filter);
  const expected = orders.filter((order) => matches(order, filter)).map(({ id }) => id);
  expect(idsOf(await listAll(merchant, { ...filter, limit })), told).toEqual(expected);
  const count = await merchant.call('GET', `/orders/count?${queryOf(filter)}`);
  expect(count.json<OrderCount>(), told).toEqual({ count: expected.length, hasMore: false });
  // As if more orders existed than the three compared here.
  const parsed = OrderCountQuery.parse(Object.fromEntries(new URLSearchParams(queryOf(filter))));
  const request = { filter: parsed, limit: 100, after: undefined, walks: [1, 2] };
  const rows = await listOrderDocuments(server.deps.db, merchant.merchant.id, request);
  expect(idsOf(rows), told).toEqual(expected);
  // As if more than 2,000 deliveries existed.
  const keys = ordersOfSpans(server.deps.db, merchant.merchant.id, { filter: parsed }, 100);
  const ofSpans = await sql<OrderKey>`${keys}`.execute(server.deps.db);
  expect(idsOf(ofSpans.rows).toSorted(), told).toEqual(expected.toSorted());
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
  const found = idsOf(await listAll(merchant, { freeSearch: typed, limit: 100 }));
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
    const listed = idsOf(await listAll(merchant, { ...filter, limit: 3 }));
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(await countOrders(merchant, queryOf(filter))).toBe(expected.length);
  },
);

test('a changed order is found by its new values', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await makeOrder(merchant);
  const lists = async (query: string) => (await listOrders(merchant, query)).length;
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
      expect(await countOrders(merchant, range), range).toBe(count);
    }
  }
});

const BACKWARDS = 'The range ends before it begins.';

test.each([
  ['dateFrom=yesterday', 'dateFrom'],
  ['dateTo=2026-06-10', 'dateTo'],
  ['deliveredAtFrom=1e12', 'deliveredAtFrom'],
  ['deliveredAtTo=later', 'deliveredAtTo'],
  ['dateFrom=2000000000000&dateTo=1900000000000', 'dateTo', BACKWARDS],
  ['deliveredAtFrom=2000000000000&deliveredAtTo=1900000000000', 'deliveredAtTo', BACKWARDS],
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
])('the filter %.40s is refused by the name of %s', async (query, path, message?: string) => {
  const merchant = await makeMerchant(server);
  for (const list of ['/orders', '/orders/count', '/orders/export', '/orders/selection']) {
    const response = await merchant.call('GET', `${list}?${query}`);
    expect(response.statusCode).toBe(400);
    expect(errorsOf(response)).toEqual([
      { path, message: message ?? (expect.any(String) as string) },
    ]);
  }
});

const anySorted = fc.tuple(
  anyChange,
  fc.constantFrom('Laval', 'Montréal', 'Montreal', 'élie', 'Zurich', 'La Prairie'),
  fc.constantFrom(undefined, TEST_NOW, TEST_NOW + 1),
  fc.constantFrom('GEOCODED', 'PICKUP_READY', 'OUT_FOR_DELIVERY', 'CREATED'),
);

test('every sort lists exactly the orders that match, each once, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySorted, { minLength: 1, maxLength: 25 }),
      fc.array(anyFilter, { minLength: 2, maxLength: 2 }),
      fc.integer({ min: 2, max: 9 }),
      async (changes, filters, limit) => {
        const merchant = await makeMerchant(server);
        const orders = changes.map(([change, city, shipBy, orderStatus]) => {
          const order = orderOf(merchant, change);
          const recipientAddress = { ...order.recipientAddress, city };
          const status = change.orderStatus === 'LOST' ? ('LOST' as const) : orderStatus;
          return { ...order, recipientAddress, shipBy, orderStatus: status };
        });
        await insertOrders(server.deps.db, orders);
        for (const filter of [{}, ...filters]) {
          for (const sort of ORDER_SORTS) {
            await expectSorted(merchant, orders, { sort, filter, limit });
          }
        }
      },
    ),
    { numRuns: 5 },
  );
}, 120_000);

async function expectSorted(
  merchant: TestMerchant,
  orders: readonly Order[],
  { sort, filter, limit }: { sort: OrderSort; filter: Filter; limit: number },
): Promise<void> {
  const told = JSON.stringify({ sort, filter });
  const expected = orders
    .filter((order) => matches(order, filter))
    .toSorted(orderComparisons[sort])
    .map(({ id }) => id);
  expect(idsOf(await listAll(merchant, { ...filter, sort, limit })), told).toEqual(expected);
  // As if there were more matches than are sorted.
  const parsed = OrderCountQuery.parse(Object.fromEntries(new URLSearchParams(queryOf(filter))));
  const found: string[] = [];
  let after: OrderPage['next'];
  do {
    const request = { filter: parsed, limit, after, few: 0 };
    const rows = await sortedLists[sort](server.deps.db, merchant.merchant.id, request);
    found.push(...idsOf(rows));
    const last = rows.length === limit ? rows.at(-1) : undefined;
    after = last && { startAt: last.id, createdAt: last.createdAt, sortKey: last.sortKey };
  } while (after);
  expect(found, told).toEqual(expected);
}

test('an order has a ship-by time from its rating until the carrier has it', async () => {
  const merchant = await makeMerchant(server);
  const { id, shipBy = 0, createdAt } = await placedOrder(merchant);
  expect(shipBy).toBeGreaterThan(createdAt);
  expect(idsOf(await listAll(merchant, { shipByTo: shipBy }))).toEqual([id]);
  expect(await listAll(merchant, { shipByTo: shipBy - 1 })).toEqual([]);

  const ready = await merchant.call('PATCH', `/orders/${id}/pickupready`);
  expect(ready.json<Order>().shipBy).toBe(shipBy);
  expect(idsOf(await listAll(merchant, { shipByTo: shipBy }))).toEqual([id]);
  const out = await insertOrder(server, merchant, { orderStatus: 'OUT_FOR_DELIVERY', shipBy });
  const others = await listAll(merchant, { shipByTo: shipBy, sort: 'shipBy' });
  expect(idsOf(others)).toEqual([id]);
  expect(idsOf(await listAll(merchant, { sort: 'shipBy' }))).toEqual([id, out.id]);
});

test('an order edited to another service has that service’s ship-by time', async () => {
  const { merchant, id } = await makeInsertedOrder(server, {
    orderStatus: 'RATE_FAILED',
    validAddress: true,
    shipBy: undefined,
  });
  const edited = await merchant.call('PATCH', `/orders/${id}/updateOrder`, {
    payload: { service: 'FLEX' },
  });
  const { orderStatus, shipBy = 0 } = edited.json<Order>();
  expect(orderStatus).toBe('GEOCODED');
  expect(shipBy - TEST_NOW).toBeGreaterThan(HOUR);
});

test.each([
  'sort=shipBy&sortKey=x',
  'sort=status&sortKey=x',
  'sort=recipient',
  'sort=city&sortKey=%00',
  'sort=placed&sortKey=5',
])('a page does not begin after a key that its sort cannot have: %s', async (query) => {
  const merchant = await makeMerchant(server);
  const cursor = `startAt=${crypto.randomUUID()}&createdAt=1`;
  const response = await merchant.call('GET', `/orders?${query}&${cursor}`);
  expect(response.statusCode).toBe(400);
});
