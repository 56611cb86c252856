import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import type { Attention } from '@portage/contract/orders/attention';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { OrderHistory } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { METROS, streetsOf } from '../../../demo/src/addresses.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { countOrders, edit, listOrders, placedOrder } from '../testing/edit-orders.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { listAttention } from './order-attention.ts';

const server = useTestServer();

const inProvince =
  (province: string) =>
  (order: Order): Order => ({
    ...order,
    orderStatus: 'GEOCODEDFAILED',
    dtoRecipientAddress: { ...order.dtoRecipientAddress, postalCode: 'H2X 1Y4', province },
  });

/** An order whose origin contradicts its postal code. */
const fromProvince =
  (province: string) =>
  (order: Order): Order => ({
    ...inProvince('QC')(order),
    dtoOriginAddress: { ...order.dtoOriginAddress, province },
  });

const attentionOf = async ({ call }: TestMerchant, id: string, locale = 'EN') => {
  const answer = await call('GET', `/orders/${id}/attention`, { headers: { locale } });
  return answer.json<{ attention?: Attention }>();
};

test.each<[Parameters<typeof insertOrder>[2], string, RegExp]>([
  [
    inProvince('ON'),
    'postal_code_not_in_province',
    /^The postal code H2X 1Y4 is in Quebec, not Ontario. Correct the postal code\.$/,
  ],
  [inProvince('QC'), 'recipient_not_found', /street, the city or the postal code H2X 1Y4/],
  [fromProvince('BC'), 'origin_not_found', /^The origin address .* was not found/],
  [{ orderStatus: 'OUT_OF_FSA' }, 'outside_service_area', /^Portage does not deliver to/],
  [{ orderStatus: 'UNSUPPORTED_WEIGHT' }, 'too_heavy', /too heavy or too large/],
  [{ orderStatus: 'RATE_FAILED' }, 'cutoff_passed', /^The cutoff for/],
  [{ orderStatus: 'INVALIDTIME' }, 'window_not_offered', /^The delivery window is not offered/],
])('an order that could not be placed says why (%#)', async (change, code, reason) => {
  const { merchant, id } = await makeInsertedOrder(server, change);
  expect(await attentionOf(merchant, id)).toMatchObject({
    attention: { code, reason: expect.stringMatching(reason) },
  });
});

/** Creates an order to the address; returns its attention. */
async function blockedAt(
  merchant: TestMerchant,
  recipientAddress: z.input<typeof NewOrder>['recipientAddress'],
) {
  const order = await placedOrder(merchant, { recipientAddress });
  return { order, ...(await attentionOf(merchant, order.id)) };
}

const address = (city: string, province: string, postalCode: string, country = 'CA' as const) => ({
  ...{ street: '25 Main St', city, province, postalCode, country },
});

test('a misread letter in a postal code gets a correction that places the order', async () => {
  const merchant = await makeMerchant(server);
  const canadian = METROS.flatMap(streetsOf).filter(({ country }) => country === 'CA');
  const streets = new Map(canadian.map((street) => [street.city, street])).values().toArray();
  for (const [index, { city, province, postalPrefix }] of streets.entries()) {
    const letter = ['A', 'C', 'E', 'X'].filter((one) => one !== postalPrefix[0])[index % 4] ?? 'A';
    const misread = `${letter}${postalPrefix.slice(1)} 2T6`;
    const { order, attention } = await blockedAt(merchant, address(city, province, misread));
    expect(order.orderStatus, misread).toBe('GEOCODEDFAILED');
    expect(attention, misread).toMatchObject({
      code: 'postal_code_not_in_province',
      correction: { postalCode: `${postalPrefix} 2T6` },
    });
    const change = { version: order.version, recipientAddress: attention?.correction };
    const edited = await edit(merchant, order.id, change);
    expect(edited, misread).toMatchObject({ validAddress: true });
  }
});

test.each([
  // Not a postal code of British Columbia, nor of any place.
  [address('Vancouver', 'BC', 'C0Z 1A1'), /is in Prince Edward Island, not British Columbia/],
  // A code in New Brunswick, and a city in neither province.
  [address('Anywhere', 'ON', 'E6A 1A1'), /Correct the province or the postal code\.$/],
  // City and code lie outside the province; the code is unknown.
  [address('Anywhere', 'BC', 'C9Z 1A1'), /Correct the province or the postal code\.$/],
  [address('Toronto', 'ON', 'M0Z 1A1'), /^The recipient’s address was not found/],
])('no correction is offered that cannot be found: %j', async (recipientAddress, reason) => {
  const { attention } = await blockedAt(await makeMerchant(server), recipientAddress);
  expect(attention?.reason).toMatch(reason);
  expect(attention).not.toHaveProperty('correction');
});

test('in French, provinces are named as well', async () => {
  const merchant = await makeMerchant(server);
  const { order } = await blockedAt(merchant, address('Vancouver', 'BC', 'C6B 1A1'));
  const { attention } = await attentionOf(merchant, order.id, 'FR');
  expect(attention?.reason).toBe(
    'Province du code postal C6B 1A1\u00A0: Île-du-Prince-Édouard, et non Colombie-Britannique. Corrigez le code postal.',
  );
});

test('a missed cutoff and an unavailable service have different reasons, with alternatives', async () => {
  const merchant = await makeMerchant(server);
  const failed = { orderStatus: 'RATE_FAILED', service: 'SAMEDAY' } as const;
  const late = await insertOrder(server, merchant, failed);
  const { attention } = await attentionOf(merchant, late.id);
  expect(attention?.code).toBe('cutoff_passed');
  expect(attention?.services).toContain('NEXTDAY');

  const recipientAddress = { ...late.recipientAddress, postalCode: 'R3C 4A5' };
  const far = await insertOrder(server, merchant, { ...failed, recipientAddress });
  expect(await attentionOf(merchant, far.id)).toMatchObject({
    attention: { code: 'no_rate', services: ['STANDARD', 'FLEX'] },
  });
});

test('several orders are explained at once with fixes that place them; placed orders and those of others have no reason', async () => {
  const merchant = await makeMerchant(server);
  const inOntario = await blockedAt(merchant, address('Montréal', 'ON', 'H2X 1Y4'));
  const late = { orderStatus: 'RATE_FAILED', service: 'SAMEDAY', validAddress: true } as const;
  const booked = {
    orderStatus: 'INVALIDTIME',
    service: 'SCHEDULED',
    validAddress: true,
    originalCompleteAfter: 1,
    originalCompleteBefore: 2,
  } as const;
  const stuck = [
    inOntario.order.id,
    (await insertOrder(server, merchant, late)).id,
    (await insertOrder(server, merchant, booked)).id,
  ];
  const heavy = await insertOrder(server, merchant, { orderStatus: 'UNSUPPORTED_WEIGHT' });
  const placed = await insertOrder(server, merchant, { orderStatus: 'GEOCODED' });
  const others = await insertOrder(server, await makeMerchant(server), {
    orderStatus: 'OUT_OF_FSA',
  });
  const ids = [...stuck, heavy.id, placed.id, others.id].join(',');
  const answer = await merchant.call('GET', `/orders/attention?ids=${ids}`);
  const { orders } = answer.json<{ orders: { id: string; attention: Attention }[] }>();
  const found = new Map(orders.map((one) => [one.id, one.attention] as const));
  expect([...found.keys()].toSorted()).toEqual([...stuck, heavy.id].toSorted());
  expect(await attentionOf(merchant, placed.id)).toEqual({});
  expect(found.get(heavy.id)).not.toHaveProperty('fix');
  expect(found.get(inOntario.order.id)).toEqual(inOntario.attention);
  expect(inOntario.attention).toMatchObject({
    reason: 'The postal code H2X 1Y4 is in Quebec, not Ontario. Correct the province.',
    correction: { province: 'QC' },
  });
  expect(stuck.map((id) => found.get(id)?.fix)).toEqual([
    { recipientAddress: { province: 'QC' } },
    { service: 'NEXTDAY' },
    { window: { start: expect.any(Number), end: expect.any(Number) } },
  ]);
  for (const id of stuck) {
    const fix = found.get(id)?.fix ?? {};
    expect((await edit(merchant, id, fix)).orderStatus, JSON.stringify(fix)).toBe('GEOCODED');
  }
});

test('no fix is offered that would not place the order', async () => {
  const { merchant, id } = await makeInsertedOrder(server, (order) => ({
    ...inProvince('ON')(order),
    dtoRecipientAddress: { ...order.dtoRecipientAddress, ...address('Montréal', 'ON', 'H2X 1Y4') },
    service: 'SAMEDAY',
  }));
  const { attention } = await attentionOf(merchant, id);
  expect(attention).toMatchObject({ correction: { province: 'QC' } });
  expect(attention).not.toHaveProperty('fix');
});

test('explaining a page of orders that need attention does not block other calls', async () => {
  const merchant = await makeMerchant(server);
  const stuck = { orderStatus: 'INVALIDTIME', service: 'SCHEDULED', validAddress: true } as const;
  const ids: string[] = [];
  while (ids.length < 50) ids.push((await insertOrder(server, merchant, stuck)).id);
  const begun = performance.now();
  const listing = { isOver: false };
  const list = listAttention(server.deps, merchant.merchant.id, ids, 'en').finally(() => {
    listing.isOver = true;
  });
  let longest = 0;
  for (let last = begun; !listing.isOver;) {
    await setImmediate();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  expect(await list).toHaveLength(50);
  expect(longest).toBeLessThan((performance.now() - begun) / 2);
});

const failing = (order: Order): Order => ({ ...order, orderStatus: 'DELIVERY_FAILED' });

async function worklistOf(merchant: TestMerchant, sort = 'placed') {
  const orders = await listOrders(merchant, `needsAttention=true&sort=${sort}`);
  const work = (await merchant.call('GET', '/dashboard/work')).json<WorkCounts>();
  expect(work.needsAttention).toBe(orders.length);
  return new Set(orders.map(({ id }) => id));
}

test('a failed delivery needs attention until closed, and again once reopened', async () => {
  const { merchant, id } = await makeInsertedOrder(server, (order) => ({
    ...failing(order),
    failureNotes: 'Nobody home.',
  }));
  const blocked = await insertOrder(server, merchant, { orderStatus: 'OUT_OF_FSA' });
  await insertOrder(server, merchant, { orderStatus: 'GEOCODED' });
  expect(await countOrders(merchant, 'needsAttention=true')).toBe(2);
  expect(await worklistOf(merchant)).toEqual(new Set([blocked.id, id]));
  expect(await worklistOf(merchant, 'status')).toEqual(new Set([blocked.id, id]));
  expect(await attentionOf(merchant, id)).toMatchObject({
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
  expect(await attentionOf(merchant, id)).toEqual({});

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
  const { merchant, id } = await makeInsertedOrder(server, { orderStatus: 'OUT_OF_FSA' });
  for (const action of ['closeAttention', 'reopenAttention']) {
    const answer = await merchant.call('PATCH', `/orders/${id}/${action}`);
    expect(answer.json()).toMatchObject({ status: 409, code: 'order_not_failed' });
  }
});
