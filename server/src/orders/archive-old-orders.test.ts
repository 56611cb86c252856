import { expect, test } from 'vitest';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { readOrderAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { countOrders, readOrder } from '../testing/edit-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { loseWorkerOf } from '../testing/lost-worker.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { differingColumns } from '../testing/order-invariants.ts';
import { archiveOldOrders } from './archive-old-orders.ts';

const server = useTestServer();

const endedAs = (merchant: TestMerchant, orderStatus: OrderStatus, days: number) =>
  insertOrder(server, merchant, (order) => {
    const { trackingNumber } = order;
    const event = { event: orderStatus, timestamp: TEST_NOW - days * DAY, trackingNumber };
    const createdAt = TEST_NOW - 400 * DAY;
    const timelineEvents = [{ event: 'CREATED', timestamp: createdAt, trackingNumber }, event];
    return { ...order, orderStatus, createdAt, timelineEvents };
  });

const statusOf = async (merchant: TestMerchant, { id }: Order) =>
  (await readOrder(merchant, id)).orderStatus;

test('an order is archived 180 days after a final status, and after no other', async () => {
  const merchant = await makeMerchant(server);
  const orders = await Promise.all(
    OrderStatus.options.map((status) => endedAs(merchant, status, 181)),
  );
  await archiveOldOrders(server.deps);
  const archived: OrderStatus[] = [];
  for (const order of orders) {
    const status = await statusOf(merchant, order);
    if (status === 'ARCHIVED') archived.push(order.orderStatus);
    else expect(status).toBe(order.orderStatus);
  }
  expect(archived).toEqual([
    ...['DELIVERY_COMPLETED', 'DELIVERED', 'DELIVERY_FAILED', 'CANCELLED', 'FAILED'],
    ...['RETURN_TO_SENDER', 'LOST', 'ARCHIVED'],
  ]);
});

test('an order that ended less than 180 days ago stays, whenever it was created', async () => {
  const merchant = await makeMerchant(server);
  const [young, old] = [
    await endedAs(merchant, 'DELIVERED', 179),
    await endedAs(merchant, 'DELIVERED', 181),
  ];
  // Tags do not count as events.
  await merchant.call('PATCH', `/orders/${old.id}/addTags`, { payload: ['audited'] });
  await archiveOldOrders(server.deps);
  expect(await statusOf(merchant, young)).toBe('DELIVERED');
  expect(await statusOf(merchant, old)).toBe('ARCHIVED');
});

test('a merchant whose worker is lost is reported at the end, and the others are archived', async () => {
  const merchants = [await makeMerchant(server), await makeMerchant(server)] as const;
  const orders = await Promise.all(
    merchants.map((merchant) => endedAs(merchant, 'DELIVERED', 181)),
  );
  const [lost, other] = merchants;
  await loseWorkerOf(server.deps.db, lost.merchant.id, 'orders');
  await expect(archiveOldOrders(server.deps)).rejects.toThrow(
    new RegExp(`^Failed for 1 of \\d+ merchants: ${lost.merchant.id}$`),
  );
  expect(await statusOf(other, orders[1] as Order)).toBe('ARCHIVED');
  expect(await statusOf(lost, orders[0] as Order)).toBe('DELIVERED');
});

test('archiving is recorded in timeline and audit, sent to lists, and done once', async () => {
  const merchant = await makeMerchant(server);
  const { id, version } = await endedAs(merchant, 'DELIVERED', 200);
  await archiveOldOrders(server.deps);
  await archiveOldOrders(server.deps);
  const row = await server.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const order = JSON.parse(row.document) as Order;
  expect(order).toMatchObject({
    orderStatus: 'ARCHIVED',
    version: version + 1,
    modified: TEST_NOW,
  });
  expect(order.timelineEvents.at(-1)).toMatchObject({ event: 'ARCHIVED', timestamp: TEST_NOW });
  expect(differingColumns(row, order)).toEqual([]);
  expect(await readOrderAudit(server.deps.db, merchant.merchant.id, id)).toMatchObject([
    {
      actor: 'system',
      action: 'order.status_changed',
      details: { from: 'DELIVERED', to: 'ARCHIVED' },
    },
  ]);
});

test('more orders than one batch are archived, of every merchant', async () => {
  const merchants = [await makeMerchant(server), await makeMerchant(server)];
  for (const merchant of merchants) {
    await Promise.all(Array.from({ length: 300 }, () => endedAs(merchant, 'LOST', 181)));
  }
  await archiveOldOrders(server.deps);
  for (const merchant of merchants) {
    expect(await countOrders(merchant, 'orderStatus=ARCHIVED')).toBe(300);
  }
});
