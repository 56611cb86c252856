import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderDay, OrderDays, WorkCounts } from '@portage/contract/merchants/dashboard';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { rollUpOrderDays } from './dashboard-routes.ts';

const server = useTestServer();

const workOf = async ({ call }: TestMerchant) =>
  (await call('GET', '/dashboard/work')).json<WorkCounts>();
const daysOf = async ({ call }: TestMerchant) =>
  (await call('GET', '/dashboard/days')).json<OrderDays>().days;

describe('the work of a merchant', () => {
  test('counts the merchant’s own orders by next action', async () => {
    const merchant = await makeMerchant(server);
    const other = await makeMerchant(server);
    await insertOrder(server, other, { orderStatus: 'GEOCODED' });
    for (const orderStatus of OrderStatus.options) {
      await insertOrder(server, merchant, { orderStatus });
    }
    await insertOrder(server, merchant, { orderStatus: 'GEOCODED', labelPrintedAt: TEST_NOW });
    expect(await workOf(merchant)).toEqual({
      toPrepare: 2,
      late: 0,
      dueNext: 0,
      needsAttention: 9,
      ready: 1,
      onTheWay: 6,
      failedDeliveries: 1,
      toPrint: 2,
    } satisfies WorkCounts);
    expect(await workOf(other)).toMatchObject({ toPrepare: 1, needsAttention: 0, toPrint: 1 });
  });

  test('counts late orders and those due next', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    await insertOrder(server, other, { orderStatus: 'GEOCODED', shipBy: TEST_NOW - DAY });
    const due = (shipBy: number, orderStatus: OrderStatus = 'GEOCODED') =>
      insertOrder(server, merchant, { orderStatus, shipBy });
    await due(TEST_NOW - DAY);
    await due(TEST_NOW);
    await due(TEST_NOW + 1);
    await due(TEST_NOW + 1, 'PICKUP_READY');
    await due(TEST_NOW + DAY);
    const expected = { late: 2, nextShipBy: TEST_NOW + 1, dueNext: 1 };
    expect(await workOf(merchant)).toMatchObject(expected);
  });
});

const anyOrder = fc.record({
  age: fc.integer({ min: 0, max: 16 * DAY }),
  deliveredAfter: fc.option(fc.integer({ min: 1, max: 3 * DAY }), { nil: undefined }),
  promisedAfter: fc.option(fc.integer({ min: 1, max: 3 * DAY }), { nil: undefined }),
  price: fc.integer({ min: 0, max: 9_999 }),
  currency: fc.constantFrom('CAD' as const, 'USD' as const),
  isCancelled: fc.boolean(),
});
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never;

function orderOf(draft: Order, { age, deliveredAfter, promisedAfter, ...of }: AnyOrder): Order {
  const createdAt = TEST_NOW - age;
  return {
    ...draft,
    createdAt,
    orderStatus: of.isCancelled ? 'CANCELLED' : 'DELIVERED',
    ...(deliveredAfter !== undefined && { deliveredAt: createdAt + deliveredAfter }),
    ...(promisedAfter !== undefined && { completeBefore: createdAt + promisedAfter }),
    rateChoice: {
      name: 'Next day',
      service: 'NEXTDAY',
      description: '',
      deliveryService: 'TO_THE_DOOR',
      price: of.price / 100,
      currency: of.currency,
    },
  };
}

/** Counts the days again from every order. */
function recount(days: readonly OrderDay[], orders: readonly Order[], timeZone: string) {
  const dayAt = (at: number) => new Date(at).toLocaleDateString('en-CA', { timeZone });
  const spentOn = (placed: readonly Order[], currency: string) =>
    placed
      .filter(({ orderStatus, rateChoice }) => {
        return orderStatus !== 'CANCELLED' && rateChoice?.currency === currency;
      })
      .reduce((sum, { rateChoice }) => sum + Math.round((rateChoice?.price ?? 0) * 100), 0) / 100;
  return days.map(({ day }) => {
    const placed = orders.filter(({ createdAt }) => dayAt(createdAt) === day);
    const delivered = orders.filter(
      ({ deliveredAt }) => deliveredAt !== undefined && dayAt(deliveredAt) === day,
    );
    const promised = delivered.filter(({ completeBefore }) => completeBefore !== undefined);
    return {
      day,
      placed: placed.length,
      delivered: delivered.length,
      promised: promised.length,
      onTime: promised.filter(
        ({ deliveredAt = 0, completeBefore = 0 }) => deliveredAt <= completeBefore,
      ).length,
      spentCad: spentOn(placed, 'CAD'),
      spentUsd: spentOn(placed, 'USD'),
    };
  });
}

describe('the days of the dashboard', () => {
  test('are the last 14 of the merchant’s time zone, and zero without orders', async () => {
    const merchant = await makeMerchant(server);
    const days = await daysOf(merchant);
    expect(days.map(({ day }) => day).at(0)).toBe('2026-05-28');
    expect(days.map(({ day }) => day).at(-1)).toBe('2026-06-10');
    expect(new Set(days.map(({ placed, spentCad }) => placed + spentCad))).toEqual(new Set([0]));
  });

  test('equal a recount of any orders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { maxLength: 12 }), async (drafts) => {
        const merchant = await makeMerchant(server);
        const orders: Order[] = [];
        for (const draft of drafts) {
          orders.push(await insertOrder(server, merchant, (order) => orderOf(order, draft)));
        }
        await rollUpOrderDays(server.deps);
        const days = await daysOf(merchant);
        expect(days).toEqual(recount(days, orders, merchant.merchant.timeZone));
      }),
      { numRuns: 8 },
    );
  });

  test('follow what changes and what is deleted, once the job has run', async () => {
    const { merchant, id } = await makeInsertedOrder(server);
    expect((await daysOf(merchant)).at(-1)).toMatchObject({ placed: 1 });
    await insertOrder(server, merchant);
    await rollUpOrderDays(server.deps);
    expect((await daysOf(merchant)).at(-1)).toMatchObject({ placed: 2 });
    await merchant.call('DELETE', `/orders/${id}`);
    await rollUpOrderDays(server.deps);
    expect((await daysOf(merchant)).at(-1)).toMatchObject({ placed: 1 });
  });
});
