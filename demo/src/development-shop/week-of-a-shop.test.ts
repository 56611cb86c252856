import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import { insertJob } from '../../../server/src/jobs/job-queries.ts';
import { fulfillBatch } from '../../../server/src/shop/batch.ts';
import { listWithDrift, repairDrift } from '../../../server/src/shop/drift.ts';
import { TEST_NOW, useTestServer } from '../../../server/src/testing/build-test-server.ts';
import {
  basket,
  makeLinkedShop,
  shopDepsOf,
  waitUntil,
} from '../../../server/src/testing/linked-shop.ts';
import { seededRandom } from '../random.ts';
import type { DevOrder, Failure } from './shop-state.ts';
import { checkoutRates, placeDevOrder, staffActions } from './storefront.ts';

const server = useTestServer();

const DAYS = 7;
const ORDERS = 210;

const PASSING: readonly Failure[] = [
  'unreachable',
  'throttled',
  'error_500',
  'internal_error',
  'html',
  'malformed',
  'lost_answer',
];

test('a week of 210 shop orders under random refusals delivers and fulfills each once', async () => {
  const random = seededRandom(20_261_123);
  const { developmentShop: world, deliver } = server;
  const deps = shopDepsOf(server);
  const { db } = deps;
  const linked = await makeLinkedShop(server);
  const { shop, domain, call, merchant } = linked;
  const merchantId = merchant.merchant.id;
  await call('PATCH', '/link', { placesOrders: true });
  const subscriptions = shop.webhooks;
  const rates = await checkoutRates(world, deliver, domain, basket());
  const rate = rates.find(({ service_code: code }) => code === 'PORTAGE_NEXTDAY');

  // The session of the merchant does not last a week.
  const fulfiller = { merchantId, username: 'someone', shop: domain };
  const refuseSometimes = () => {
    if (!random.chance(0.3)) return;
    const failure = random.pick(PASSING);
    Object.assign(shop, { failure, worksFor: random.between(0, 4), failuresLeft: 1 });
  };
  const untilIdle = () =>
    waitUntil(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs`.execute(db);
      return rows[0]?.count === 0;
    });
  const reconcile = async () => {
    await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
    await untilIdle();
  };
  const deliveries = async () => {
    const { rows } = await sql<{ shopOrderId: string; portageId: string }>`
      select distinct shop_order_id as "shopOrderId", order_id as "portageId" from shop_deliveries
      where merchant_id = ${merchantId}`.execute(db);
    return rows;
  };

  const cancelled = new Set<DevOrder>();
  const split = new Set<DevOrder>();
  for (let day = 0; day < DAYS; day += 1) {
    server.setNow(TEST_NOW + day * DAY);
    const bought: DevOrder[] = [];
    while (shop.orders.size < Math.round((ORDERS * (day + 1)) / DAYS)) {
      refuseSometimes();
      // A webhook in twenty is lost.
      shop.webhooks = random.chance(0.05) ? [] : subscriptions;
      bought.push(await placeDevOrder(world, domain, basket(), rate));
    }
    shop.webhooks = subscriptions;
    for (const order of bought) {
      const chance = random.next();
      if (chance < 0.02) {
        cancelled.add(order);
        await staffActions.cancel(world, domain, order);
      } else if (chance < 0.04) await staffActions.fulfill(world, domain, order);
      else if (chance < 0.08) {
        split.add(order);
        await staffActions.split(world, domain, order);
      }
    }
    await reconcile();
    const open = new Set(bought.filter((order) => order.cancelledAt === null).map(({ id }) => id));
    const orders = (await deliveries()).filter(({ shopOrderId }) => open.has(shopOrderId));
    refuseSometimes();
    await fulfillBatch(deps, fulfiller, orders, 'en');
  }

  shop.failure = 'none';
  await reconcile();
  for (const { shopOrder, orderId } of await listWithDrift(deps, merchantId, 'drift')) {
    await repairDrift(deps, fulfiller, shopOrder.shopOrderId, orderId);
  }
  await untilIdle();

  expect(shop.orders.size).toBe(ORDERS);
  expect([cancelled.size, split.size]).not.toContain(0);
  const delivered = Map.groupBy(await deliveries(), ({ shopOrderId }) => shopOrderId);
  for (const order of shop.orders.values()) {
    const isCancelled = order.cancelledAt !== null;
    const times = split.has(order) ? 2 : 1;
    expect(order.fulfillments).toHaveLength(isCancelled ? 0 : times);
    const isOurs = order.fulfillments.some(({ tracking }) => tracking.number !== null);
    if (isOurs) expect(delivered.get(order.id)).toHaveLength(times);
  }
  expect(await listWithDrift(deps, merchantId, 'drift')).toEqual([]);
}, 300_000);
