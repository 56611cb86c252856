import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../audit/write-audit.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { placesAfter } from '../testing/places-of-tests.ts';
import { getOrder } from './get-order.ts';
import { locateAndRateOrders } from './locate-and-rate-orders.ts';
import { updateOrders } from './order-queries.ts';

const server = useTestServer();

const draftedOrder = async () => insertOrder(server, await makeMerchant(server));

const countStatusChanges = async ({ id, merchantId }: Order) => {
  const audit = await readOrderAudit(server.deps.db, merchantId, id);
  return audit.filter(({ action }) => action === 'order.status_changed').length;
};

test('an order is placed once, even if its job runs again', async () => {
  const order = await draftedOrder();
  const run = () => locateAndRateOrders(server.deps, order.merchantId, [order.id]);
  await Promise.all([run(), run()]);
  await run();
  const placed = await getOrder(server.deps.db, order.merchantId, order.id);
  expect(placed.timelineEvents.map(({ event }) => event)).toEqual(['CREATED', 'GEOCODED']);
  expect(await countStatusChanges(order)).toBe(1);
});

test('locating an order does not write its search terms again', async () => {
  const { db } = server.deps;
  const written = (id: string) =>
    db
      .selectFrom('searchable_orders')
      .select(sql<string>`xmin::text`.as('by'))
      .where('id', '=', id)
      .executeTakeFirst();
  const order = await draftedOrder();
  const before = await written(order.id);
  await locateAndRateOrders(server.deps, order.merchantId, [order.id]);
  expect(await getOrder(db, order.merchantId, order.id)).toMatchObject({ validAddress: true });
  expect(await written(order.id)).toEqual(before);
});

test('an order changed while it is located keeps the change and is placed', async () => {
  const order = await draftedOrder();
  const { db } = server.deps;
  const tagged = { ...order, version: order.version + 1, tags: ['fragile'] };
  const places = placesAfter(() =>
    updateOrders(db, order.merchantId, [{ before: order, order: tagged }]),
  );
  await locateAndRateOrders({ ...server.deps, places }, order.merchantId, [order.id]);
  const placed = await getOrder(db, order.merchantId, order.id);
  expect(placed).toMatchObject({ orderStatus: 'GEOCODED', tags: ['fragile'] });
  expect(await countStatusChanges(order)).toBe(1);
});
