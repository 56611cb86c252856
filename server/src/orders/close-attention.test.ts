import { expect, test } from 'vitest';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import type { OrderHistory } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

const failing = (order: Order): Order => ({ ...order, orderStatus: 'DELIVERY_FAILED' });

async function worklistOf({ call }: TestMerchant, sort = 'placed') {
  const list = await call('GET', `/orders?needsAttention=true&sort=${sort}`);
  const { orders } = list.json<{ orders: Order[] }>();
  const work = (await call('GET', '/dashboard/work')).json<WorkCounts>();
  expect(work.needsAttention).toBe(orders.length);
  return new Set(orders.map(({ id }) => id));
}

test('a failed delivery needs attention until closed, and again once reopened', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, (order) => ({
    ...failing(order),
    failureNotes: 'Nobody home.',
  }));
  const blocked = await insertOrder(server, merchant, { orderStatus: 'OUT_OF_FSA' });
  await insertOrder(server, merchant, { orderStatus: 'GEOCODED' });
  const count = await merchant.call('GET', '/orders/count?needsAttention=true');
  expect(count.json()).toMatchObject({ count: 2 });
  const attentionOf = async () =>
    (await merchant.call('GET', `/orders/${id}/attention`)).json<object>();
  expect(await worklistOf(merchant)).toEqual(new Set([blocked.id, id]));
  expect(await worklistOf(merchant, 'status')).toEqual(new Set([blocked.id, id]));
  expect(await attentionOf()).toMatchObject({
    attention: { code: 'delivery_failed', reason: expect.stringContaining(': “Nobody home.” ') },
  });

  const closed = await merchant.call('PATCH', `/orders/${id}/closeAttention`);
  expect(closed.json<Order>()).toMatchObject({
    orderStatus: 'DELIVERY_FAILED',
    attentionClosedAt: expect.any(Number),
  });
  const again = await merchant.call('PATCH', `/orders/${id}/closeAttention`);
  expect(again.json()).toEqual(closed.json());
  expect(await worklistOf(merchant)).toEqual(new Set([blocked.id]));
  expect(await attentionOf()).toEqual({});

  await merchant.call('PATCH', `/orders/${id}/reopenAttention`);
  expect(await worklistOf(merchant)).toEqual(new Set([blocked.id, id]));
  const history = await merchant.call('GET', `/orders/${id}/history`);
  expect(history.json<OrderHistory>().entries.map(({ action }) => action)).toEqual([
    'order.attention_reopened',
    'order.attention_closed',
  ]);
});

test('a second failure needs attention again', async () => {
  const merchant = await makeMerchant(server);
  const carrier = await makeCarrier(server);
  const order = await insertOrder(server, merchant, { orderStatus: 'OUT_FOR_DELIVERY' });
  const { id, createdAt } = order;
  await carrier.report([statusReport(order, 'DELIVERY_FAILED', createdAt + 1)]);
  await merchant.call('PATCH', `/orders/${id}/closeAttention`);
  expect(await worklistOf(merchant)).toEqual(new Set());
  await carrier.report([statusReport(order, 'OUT_FOR_DELIVERY', createdAt + 2)]);
  await carrier.report([statusReport(order, 'DELIVERY_FAILED', createdAt + 3)]);
  expect(await worklistOf(merchant)).toEqual(new Set([id]));
});

test('an order whose delivery has not failed cannot be closed', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, { orderStatus: 'OUT_OF_FSA' });
  for (const action of ['closeAttention', 'reopenAttention']) {
    const answer = await merchant.call('PATCH', `/orders/${id}/${action}`);
    expect(answer.json()).toMatchObject({ status: 409, code: 'order_not_failed' });
  }
});
