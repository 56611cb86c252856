import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  MOST_PROMISED_ORDERS,
  type promisedOrderEndpoints,
} from '@portage/contract/orders/promised-orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { makePlacedOrder } from '../testing/edit-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';

const server = useTestServer();

// It is Wednesday, June 10, 9 in the morning.
const placeForThursday = () => makePlacedOrder(server, { service: 'NEXTDAY' });

async function promisedFor({ call }: Pick<TestMerchant, 'call'>, date: string) {
  const answer = await call('GET', `/orders/promised?date=${date}`);
  return answer.json<z.infer<(typeof promisedOrderEndpoints.list)['response']>>();
}

/** Inserts copies, each a millisecond newer. */
async function copyOrder(id: string, count: number, changes: object = {}): Promise<void> {
  await sql`
    insert into orders select copy.* from orders, generate_series(1, ${count}::int) as number,
      jsonb_populate_record(orders, ${JSON.stringify(changes)}::jsonb || jsonb_build_object(
        'id', gen_random_uuid(),
        'created_at', orders.created_at + number * interval '1 millisecond')) as copy
    where orders.id = ${id}`.execute(server.deps.db);
}

test('only this merchant’s orders promised for the day are listed', async () => {
  const { merchant, order } = await placeForThursday();
  const { orders } = await promisedFor(merchant, '2026-06-11');
  expect(orders).toMatchObject([{ id: order.id, recipientName: order.recipient.name }]);
  expect((await promisedFor(merchant, '2026-06-10')).orders).toEqual([]);
  expect((await promisedFor(merchant, '2026-06-12')).orders).toEqual([]);
  expect((await promisedFor(await makeMerchant(server), '2026-06-11')).orders).toEqual([]);
  const service = await makeServiceUser(server, merchant);
  expect((await promisedFor(service, '2026-06-11')).orders).toHaveLength(1);
  const wrong = await merchant.call('GET', '/orders/promised?date=tomorrow');
  expect(wrong.statusCode).toBe(400);
});

test('an order that ten thousand newer ones follow is listed', async () => {
  const { merchant, order } = await placeForThursday();
  await copyOrder(order.id, 10_001, { document: {} });
  expect(await promisedFor(merchant, '2026-06-11')).toMatchObject({
    isComplete: true,
    orders: [{ id: order.id }],
  });
});

test('a longer list says that it is cut off', async () => {
  const { merchant, order } = await placeForThursday();
  await copyOrder(order.id, MOST_PROMISED_ORDERS);
  const { isComplete, orders } = await promisedFor(merchant, '2026-06-11');
  expect([isComplete, orders.length]).toEqual([false, MOST_PROMISED_ORDERS]);
});
