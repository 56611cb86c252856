import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCarrierKey } from '../carrier/carrier-keys.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import { serverOfFew, whileHeld } from '../testing/held-orders.ts';
import { makeInsertedOrder } from '../testing/insert-order.ts';
import { codeOf, callAs, type TestMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

async function makeOrder() {
  const { merchant, order: located } = await makeInsertedOrder(server, { orderStatus: 'GEOCODED' });
  return { merchant, id: located.id };
}

let ofTwo: Awaited<ReturnType<typeof serverOfFew>>;

beforeAll(async () => {
  ofTwo = await serverOfFew(server, 2);
});
afterAll(() => ofTwo.stop());

const call = (
  caller: Pick<TestMerchant, 'token'>,
  method: 'GET' | 'PATCH' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) =>
  callAs(ofTwo.app, caller)(method, path, {
    headers: { locale: 'FR' },
    ...(payload && { payload }),
  });

const changes = [
  { method: 'PATCH', path: '/orders/ID/addTags', payload: () => ['gift'] },
  { method: 'PATCH', path: '/orders/ID/updateOrder', payload: () => ({ notes: 'Ring' }) },
  { method: 'PATCH', path: '/orders/ID/pickupready', payload: () => undefined },
  { method: 'POST', path: '/orders/batch/pickupready', payload: (id: string) => ({ ids: [id] }) },
  { method: 'POST', path: '/orders/batch/delete', payload: (id: string) => ({ ids: [id] }) },
  { method: 'DELETE', path: '/orders/ID', payload: () => undefined },
] as const;

test.each(changes)(
  'while $method $path waits for an order, other calls are answered',
  async ({ method, path, payload }) => {
    const [held, free] = [await makeOrder(), await makeOrder()];
    const change = ({ merchant, id }: typeof held) =>
      call(merchant, method, path.replace('ID', id), payload(id));
    let answered = 0;
    const waiting = await whileHeld(server, held, async () => {
      const answers = Array.from({ length: 4 }, async () => {
        const { statusCode } = await change(held);
        answered += 1;
        return statusCode;
      });
      expect((await call(free.merchant, 'GET', '/orders')).statusCode).toBe(200);
      expect((await change(free)).statusCode).toBeLessThan(300);
      expect(answered).toBe(0);
      return { answers };
    });
    // The second call may find it done already.
    const statusCodes = await Promise.all(waiting.answers);
    expect(Math.min(...statusCodes)).toBeLessThan(300);
    expect(Math.max(...statusCodes)).toBeLessThan(500);
  },
);

test('repeated carrier events of a locked order do not delay other calls', async () => {
  const held = await makeOrder();
  const { trackingNumber } = await readOrder(held.merchant, held.id);
  const carrier = { token: (await createCarrierKey(server.deps, 'Scanners')).key };
  const event = {
    id: held.id,
    type: 'STATUS',
    status: 'CARRIER_PICKED_UP',
    trackingNumber,
    at: TEST_NOW,
  };
  const report = () => call(carrier, 'POST', '/carrier/events', { events: [event] });
  let answered = 0;
  const waiting = await whileHeld(server, held, async () => {
    const answers = Array.from({ length: 4 }, async () => {
      const answer = await report();
      answered += 1;
      return answer.json<Partial<{ outcomes: { result: string }[] }>>().outcomes?.[0]?.result;
    });
    // The first attempts may precede the carrier's calls.
    for (let time = 0; time < 5; time += 1) {
      expect((await call(held.merchant, 'GET', '/orders')).statusCode).toBe(200);
    }
    expect(answered).toBe(0);
    return { answers };
  });
  const results = await Promise.all(waiting.answers);
  expect(results.filter((result) => result === 'applied')).toHaveLength(1);
  expect(results.filter((result) => result === 'duplicate')).toHaveLength(3);
});

test('calls for an order that stays locked answer busy and change nothing', async () => {
  const order = await makeOrder();
  const before = await readOrder(order.merchant, order.id);
  const answers = await whileHeld(server, order, () =>
    Promise.all([
      call(order.merchant, 'PATCH', `/orders/${order.id}/addTags`, ['gift']),
      call(order.merchant, 'POST', '/orders/batch/pickupready', { ids: [order.id] }),
    ]),
  );
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(codeOf(answer)).toBe('busy');
  }
  expect(await readOrder(order.merchant, order.id)).toEqual(before);
});
