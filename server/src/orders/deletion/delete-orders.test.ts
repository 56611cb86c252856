import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { OrderSelection } from '@portage/contract/orders/order-selection';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order, OrderCount, OrderPage } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../../audit/write-audit.ts';
import type { Places } from '../../places/places.ts';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../../testing/make-order.ts';
import { locateAndRateOrders } from '../locate-and-rate-orders.ts';
import { recordScan } from '../record-scan.ts';

const server = useTestServer();

const deleteOrder = (merchant: TestMerchant, id: string, locale = 'EN') =>
  merchant.call('DELETE', `/orders/${id}`, { headers: { locale } });

const scanned = (order: Order) =>
  recordScan(order, {
    trackingNumber: order.packages[0]?.trackingNumber ?? '',
    at: TEST_NOW,
    city: 'Toronto',
  });

test('a deleted order is gone from wherever orders are, and nothing else is', async () => {
  const merchant = await makeMerchant(server);
  const [{ id }, kept] = [await makeOrder(merchant), await makeOrder(merchant)];
  await Promise.all([waitUntilPlaced(merchant, id), waitUntilPlaced(merchant, kept.id)]);
  expect((await merchant.call('GET', `/labels/${id}?format=pdf`)).statusCode).toBe(200);

  expect((await deleteOrder(merchant, id)).statusCode).toBe(204);

  const idsAt = async (path: string) => {
    const response = await merchant.call('GET', path);
    return response.json<OrderPage | OrderSelection>().orders.map((order) => order.id);
  };
  expect(await idsAt('/orders')).toEqual([kept.id]);
  expect(await idsAt(`/orders?ids=${id},${kept.id}`)).toEqual([kept.id]);
  expect(await idsAt(`/orders?freeSearch=${id}`)).toEqual([]);
  expect(await idsAt('/orders/selection')).toEqual([kept.id]);
  const count = await merchant.call('GET', '/orders/count');
  expect(count.json<OrderCount>().count).toBe(1);
  for (const gone of [
    await merchant.call('GET', `/orders/${id}`),
    await merchant.call('GET', `/labels/${id}?format=pdf`),
    await merchant.call('GET', `/labels/${id}?format=zpl`),
    await deleteOrder(merchant, id),
  ]) {
    expect(gone.statusCode).toBe(404);
    expect(gone.json<Problem>().code).toBe('order_not_found');
  }
  const audit = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  expect(audit.filter(({ action }) => action === 'order.deleted')).toMatchObject([
    { at: TEST_NOW, actor: merchant.username, details: { status: 'GEOCODED' } },
  ]);
});

test('an order is deleted once, however many delete it at the same moment', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant);
  const answers = await Promise.all([1, 2, 3, 4].map(() => deleteOrder(merchant, id)));
  const statusCodes = answers.map(({ statusCode }) => statusCode);
  expect(statusCodes.toSorted((one, other) => one - other)).toEqual([204, 404, 404, 404]);
});

test('another merchant’s order cannot be deleted, and is answered like none', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const { id } = await insertOrder(server, owner);
  const refused = await deleteOrder(stranger, id);
  expect(refused.statusCode).toBe(404);
  expect(refused.json<Problem>().code).toBe('order_not_found');
  expect((await owner.call('GET', `/orders/${id}`)).statusCode).toBe(200);
});

test('an order can be deleted until it is picked up, and once it is cancelled', async () => {
  const merchant = await makeMerchant(server);
  const deletable: OrderStatus[] = [];
  for (const orderStatus of OrderStatus.options) {
    const { id } = await insertOrder(server, merchant, (order) => ({ ...order, orderStatus }));
    const { statusCode } = await deleteOrder(merchant, id);
    if (statusCode === 204) deletable.push(orderStatus);
    else expect(statusCode).toBe(409);
    const found = await merchant.call('GET', `/orders/${id}`);
    expect(found.statusCode).toBe(statusCode === 204 ? 404 : 200);
  }
  expect(deletable).toEqual([
    ...['CREATED', 'GEOCODED', 'GEOCODEDFAILED', 'OUT_OF_FSA', 'UNSUPPORTED_WEIGHT'],
    ...['RATE_FAILED', 'INVALIDTIME', 'PICKUP_READY', 'CANCELLED'],
  ]);
});

describe('what cannot be deleted says why in both languages:', () => {
  test.each([
    {
      what: 'an order on its way',
      change: (order: Order) => scanned({ ...order, orderStatus: 'OUT_FOR_DELIVERY' }),
      code: 'order_picked_up',
      en: /already picked up this order/,
      fr: /déjà ramassé cette commande/,
    },
    {
      what: 'a ready order of which a package was scanned',
      change: (order: Order) => scanned({ ...order, orderStatus: 'PICKUP_READY' }),
      code: 'order_scanned',
      en: /already scanned this order/,
      fr: /déjà scanné cette commande/,
    },
    {
      what: 'a cancelled order that was scanned nobody knows where',
      change: (order: Order): Order => ({
        ...order,
        orderStatus: 'CANCELLED',
        otherScans: [{ time: TEST_NOW }],
      }),
      code: 'order_scanned',
      en: /already scanned this order/,
      fr: /déjà scanné cette commande/,
    },
    {
      what: 'an archived order',
      change: (order: Order): Order => ({ ...order, orderStatus: 'ARCHIVED' }),
      code: 'order_archived',
      en: /archived/,
      fr: /archivée/,
    },
  ] as const)('$what', async ({ change, code, en, fr }) => {
    const merchant = await makeMerchant(server);
    const { id } = await insertOrder(server, merchant, change);
    const english = await deleteOrder(merchant, id);
    expect(english.statusCode).toBe(409);
    expect(english.json<Problem>()).toMatchObject({ code, detail: expect.stringMatching(en) });
    const french = await deleteOrder(merchant, id, 'FR');
    expect(french.json<Problem>()).toMatchObject({ code, detail: expect.stringMatching(fr) });
  });
});

test('an order that is deleted while it is located stays deleted', async () => {
  const merchant = await makeMerchant(server);
  const { id, merchantId } = await insertOrder(server, merchant);
  const { places } = server.deps;
  const slowPlaces: Places = {
    ...places,
    locate: async (address) => {
      await deleteOrder(merchant, id);
      return places.locate(address);
    },
  };
  await locateAndRateOrders({ ...server.deps, places: slowPlaces }, merchantId, [id]);
  expect((await merchant.call('GET', `/orders/${id}`)).statusCode).toBe(404);
  const actions = (await readOrderAudit(server.deps.db, merchantId, id)).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(['order.deleted']);
});
