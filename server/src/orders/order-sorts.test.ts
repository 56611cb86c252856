import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_SORTS, orderComparisons, type OrderSort } from '@portage/contract/orders/order-list';
import { OrderCountQuery, type Order, type OrderPage } from '@portage/contract/orders/orders';
import { HOUR } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { anyChange, anyFilter, type Filter, matches, orderOf } from '../testing/filtered-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { insertOrders } from './order-queries.ts';
import { sortedLists } from './order-sort-queries.ts';

const server = useTestServer();

const anySorted = fc.tuple(
  anyChange,
  fc.constantFrom('Laval', 'Montréal', 'Montreal', 'élie', 'Zurich', 'La Prairie'),
  fc.constantFrom(undefined, TEST_NOW, TEST_NOW + 1),
  fc.constantFrom('GEOCODED', 'PICKUP_READY', 'OUT_FOR_DELIVERY', 'CREATED'),
);

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
  const { id } = await makeOrder(merchant, { service: 'NEXTDAY' });
  const { shipBy = 0, createdAt } = await waitUntilPlaced(merchant, id);
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
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, {
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
