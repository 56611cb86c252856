import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { labelStatusOf } from '@portage/contract/label-status';
import { NewOrder } from '@portage/contract/new-order';
import {
  OrderCountQuery,
  type Order,
  type OrderCount,
  type OrderPage,
} from '@portage/contract/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { isFound, plain } from '../testing/plain-search.ts';
import { draftOrder } from './draft-order.ts';
import { listOrderDocuments } from './order-list-queries.ts';
import { insertOrders } from './order-queries.ts';

const server = useTestServer();

const NAMES = ['Zoé Tremblay', 'Ed Roy', 'Wei A_B 50%', 'Fred AXB', 'Ngọc Anh O’Neil'].concat(
  'Đặng 玄関先生',
);
const SEARCHES = [
  ...['zoe', 'ZOÉ', 'ed', 'a_b', '50%', '%', 'tremblay dundas', 'm5b 1c6', 'M5B1C6', 'absent'],
  ...['(416) 555-0142', '+1 416', "o'neil", 'PO-7', 'zoe@example.com', 'back\\slash', 'zq', '8'],
  ...['đặng', 'ặn', '玄関', '関先生', '玄'],
];

const DAY = 24 * 60 * 60 * 1000;

/** What makes one order differ from another. */
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

function orderOf({ merchant, username }: TestMerchant, change: Change): Order {
  const { name, isBusinessAddress, origin, deliveredAfter, ...rest } = change;
  const author = { merchantId: merchant.id, username };
  const draft = draftOrder(NewOrder.parse(newOrderPayload()), author, change.createdAt);
  return {
    ...draft,
    ...rest,
    ...(deliveredAfter !== undefined && { deliveredAt: change.createdAt + deliveredAfter }),
    recipient: { ...draft.recipient, name },
    dtoRecipientAddress: { ...draft.dtoRecipientAddress, isBusinessAddress },
    originAddress: { ...draft.originAddress, postalCode: origin },
  };
}

const moments = fc.integer({ min: 0, max: 4 });

/** Some of the parameters of a list, in any combination. */
const anyFilter = fc.record(
  {
    freeSearch: fc.constantFrom(...SEARCHES),
    dateFrom: moments.map((offset) => TEST_NOW + offset),
    deliveredAtTo: moments.map((offset) => TEST_NOW + offset),
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
  } as const,
  { requiredKeys: [] },
);

type Filter = typeof anyFilter extends fc.Arbitrary<infer Value> ? Value : never;

/** The rules of the filter, said once more and plainly. */
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

const queryOf = (filter: Record<string, unknown>) =>
  Object.entries(filter)
    .map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`)
    .join('');

/** The ids of all pages of a list, one after the other. */
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

test('any filter lists exactly the orders that match, each once, newest first, and counts them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyChange, { minLength: 1, maxLength: 30 }),
      fc.array(anyFilter, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 3, max: 12 }),
      async (changes, filters, limit) => {
        const merchant = await makeMerchant(server);
        const orders = changes.map((change) => orderOf(merchant, change));
        await insertOrders(server.deps.db, orders);
        const sorted = orders.sort(
          (one, other) => other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1),
        );
        for (const filter of filters) {
          const expected = sorted.filter((order) => matches(order, filter)).map(({ id }) => id);
          expect(await listIds(merchant, filter, limit), JSON.stringify(filter)).toEqual(expected);
          const count = await merchant.call('GET', `/orders/count?${queryOf(filter)}`);
          expect(count.json<OrderCount>()).toEqual({ count: expected.length, hasMore: false });
          // As with more orders than the three that are looked at one by one here.
          const parsed = OrderCountQuery.parse(
            Object.fromEntries(new URLSearchParams(queryOf(filter))),
          );
          const request = { filter: parsed, limit: 100, after: undefined, walks: [1, 2] };
          const rows = await listOrderDocuments(server.deps.db, merchant.merchant.id, request);
          expect(
            rows.map(({ id }) => id),
            JSON.stringify(filter),
          ).toEqual(expected);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

test.each(SEARCHES)(
  'searching for %j finds the orders that have it, and no others',
  async (typed) => {
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
  },
);

test('statuses alone list each order once, also where a status is named twice', async () => {
  const merchant = await makeMerchant(server);
  const orders = fc
    .sample(anyChange, 12)
    .map((change) => orderOf(merchant, { ...change, orderStatus: 'LOST' }));
  await insertOrders(server.deps.db, orders);
  const listed = await listIds(merchant, { orderStatus: ['LOST', 'GEOCODED', 'LOST'] }, 3);
  expect(listed.toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
});

test('an order that changes is found by what it is now', async () => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('POST', '/orders', { payload: newOrderPayload() });
  const { id } = response.json<Order>();
  const lists = async (query: string) =>
    (await merchant.call('GET', `/orders?${query}`)).json<OrderPage>().orders.length;
  await expect.poll(() => lists('orderStatus=GEOCODED'), { timeout: 10_000 }).toBe(1);
  expect(await lists('orderStatus=CREATED')).toBe(0);
  expect(await lists(`freeSearch=${id.slice(0, 13)}`)).toBe(1);
});

test('a merchant finds none of another merchant’s orders', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  await owner.call('POST', '/orders', { payload: newOrderPayload() });
  const list = await stranger.call('GET', '/orders?freeSearch=tremblay');
  expect(list.json<OrderPage>().orders).toEqual([]);
  const count = await stranger.call('GET', '/orders/count?orderStatus=CREATED,GEOCODED');
  expect(count.json<OrderCount>().count).toBe(0);
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
