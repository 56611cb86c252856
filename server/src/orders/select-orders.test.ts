import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { MOST_SELECTED, OrderSelection, summaryOf } from '@portage/contract/orders/order-selection';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { draftOrder } from './draft-order.ts';
import { insertOrders } from './order-queries.ts';

const server = useTestServer();

/** What makes one order differ from another: several of a timestamp, some archived, some scanned. */
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

/** Filters as queries carry them, and what they mean. */
const FILTERS: readonly [string, (order: Order) => boolean][] = [
  ['', () => true],
  ['orderStatus=GEOCODED,ARCHIVED', ({ orderStatus }) => orderStatus !== 'DELIVERED'],
  ['orderStatus=ARCHIVED', ({ orderStatus }) => orderStatus === 'ARCHIVED'],
  ['freeSearch=zoe', ({ recipient }) => recipient.name.startsWith('Zoé')],
  [`dateFrom=${TEST_NOW + 2}`, ({ createdAt }) => createdAt >= TEST_NOW + 2],
];

function draftOf({ merchant, username }: TestMerchant, createdAt = TEST_NOW): Order {
  const author = { merchantId: merchant.id, username };
  return draftOrder(NewOrder.parse(newOrderPayload()), author, createdAt);
}

async function select({ call }: Pick<TestMerchant, 'call'>, query = ''): Promise<OrderSelection> {
  const response = await call('GET', `/orders/selection?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return OrderSelection.strict().parse(response.json());
}

test('a filter selects the orders that match and are not archived, newest first, in brief', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 20 }), async (changes) => {
      const merchant = await makeMerchant(server);
      const orders = changes.map((change) => ({ ...draftOf(merchant), ...change }));
      await insertOrders(server.deps.db, orders);
      const selectable = orders
        .filter(({ orderStatus }) => orderStatus !== 'ARCHIVED')
        .sort((one, other) => other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1));
      for (const [query, matches] of FILTERS) {
        const expected = selectable.filter(matches).map(summaryOf);
        expect(await select(merchant, query), query).toEqual({ orders: expected, hasMore: false });
      }
    }),
    { numRuns: 8 },
  );
});

test('of more orders than can be selected it is the newest', async () => {
  const merchant = await makeMerchant(server);
  const draft = draftOf(merchant);
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

  const newest = draftOf(merchant, TEST_NOW + MOST_SELECTED);
  await insertOrders(server.deps.db, [newest]);
  const { orders, hasMore } = await select(merchant);
  expect(hasMore).toBe(true);
  expect(orders).toEqual([summaryOf(newest), ...all.orders.slice(0, -1)]);
});

test('a merchant selects none of another merchant’s orders; its service users select its own', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const draft = draftOf(owner);
  await insertOrders(server.deps.db, [draft]);
  expect(await select(stranger)).toEqual({ orders: [], hasMore: false });
  const service = await makeServiceUser(server, owner);
  expect((await select(service)).orders).toEqual([summaryOf(draft)]);
});

test('a selection refuses the filters that a list refuses', async () => {
  const merchant = await makeMerchant(server);
  const refused = await merchant.call('GET', '/orders/selection?dateFrom=9&dateTo=8');
  expect(refused.statusCode).toBe(400);
  expect(refused.json<Problem>().errors).toEqual([
    { path: 'dateTo', message: 'The range ends before it begins.' },
  ]);
});
