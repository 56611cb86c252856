import { beforeEach, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import type { Rate, Service } from '@portage/contract/rates/rates';
import { useTestServer } from '../testing/build-test-server.ts';
import { listOrders } from '../testing/edit-orders.ts';
import { codeOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';
import { timestampAt } from '../testing/make-shipment.ts';

const server = useTestServer();
const at = (wallTime: string) => server.setNow(timestampAt(wallTime, 'America/Toronto'));
let merchant: TestMerchant;

beforeEach(async () => {
  at('2026-06-10T12:59');
  merchant = await makeMerchant(server);
});

async function quotedOrder(service: Service): Promise<ReturnType<typeof newOrderPayload>> {
  const order = newOrderPayload({ service });
  const payload = {
    originPostalCode: order.originAddress.postalCode,
    postalCode: order.recipientAddress.postalCode,
  };
  const rates = (await merchant.call('POST', '/rates', { payload })).json<Rate[]>();
  const rate = rates.find((one) => one.service === service) ?? expect.fail();
  const { price, epochEstimateTo } = rate;
  return { ...order, quotedRate: { price, epochEstimateTo } };
}

const create = (payload: object, key: string = crypto.randomUUID(), locale = 'EN') =>
  merchant.call('POST', '/orders', { payload, headers: { 'idempotency-key': key, locale } });

test('an order at its quoted rate is created, and keeps the tariff version', async () => {
  const response = await create(await quotedOrder('SAMEDAY'));
  expect(response.statusCode).toBe(201);
  const placed = await waitUntilPlaced(merchant, response.json<Order>().id);
  expect(placed.rateChoice).toMatchObject({ price: 15.5, tariffVersion: '2026-01' });
});

test('a cutoff passed since the quote refuses the order with the current rates', async () => {
  const sameDay = await quotedOrder('SAMEDAY');
  const nextDay = await quotedOrder('NEXTDAY');
  at('2026-06-10T13:00');
  const refused = await create(sameDay, crypto.randomUUID(), 'FR');
  expect(refused.statusCode).toBe(409);
  const { code, detail, rates } = refused.json<Problem>();
  expect(code).toBe('rates_changed');
  expect(detail).toMatch(/Le tarif choisi n’est plus offert/);
  expect(rates?.unavailable).toMatchObject([{ service: 'SAMEDAY', code: 'cutoff_passed' }]);
  expect(rates?.unavailable[0]?.reason).toMatch(/L’heure limite/);
  // NEXTDAY is still offered, a day later than promised.
  expect(codeOf(await create(nextDay))).toBe('rates_changed');
  expect(await listOrders(merchant)).toEqual([]);
});

test('a changed price refuses the order; without a quoted rate nothing is compared', async () => {
  const order = await quotedOrder('STANDARD');
  expect((await create({ ...order, quotedRate: { price: 1 } })).statusCode).toBe(409);
  expect((await create({ ...order, quotedRate: undefined })).statusCode).toBe(201);
  expect((await create({ ...order, quotedRate: { price: -1 } })).statusCode).toBe(400);
});

test('a repeated request for an order created before the cutoff is answered after it', async () => {
  const order = await quotedOrder('SAMEDAY');
  const first = await create(order, 'the-same-key');
  at('2026-06-10T13:01');
  const again = await create(order, 'the-same-key');
  expect([again.statusCode, again.json<Order>().id]).toEqual([201, first.json<Order>().id]);
});
