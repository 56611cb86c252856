import { expect, test } from 'vitest';
import type { OrderEdit } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY, HOUR } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  edit,
  makePlacedOrder,
  placedOrder,
  readHistory,
  readOrder,
  refusedEdit,
} from '../testing/edit-orders.ts';
import { makeInsertedOrder } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { offeredWindow, newOrderPayload } from '../testing/make-order.ts';
import { editOrder } from './edit-order.ts';

const server = useTestServer();

const ottawa = { street: '111 Wellington St', city: 'ottawa', postalCode: 'K1A 0A9' };
const yellowknife = { city: 'Yellowknife', province: 'NT', postalCode: 'X1A 1A1' };

const markReady = (merchant: TestMerchant, id: string) =>
  merchant.call('PATCH', `/orders/${id}/pickupready`);

/** Edits later, after the test's session has expired. */
function editLater(
  { merchant, username }: TestMerchant,
  id: string,
  { change, at }: { change: OrderEdit; at: EpochMillis },
): Promise<Order> {
  const { db, places, tariffs } = server.deps;
  const session = { merchantId: merchant.id, username };
  return editOrder({ db, places, tariffs, clock: { now: () => at } }, session, id, change);
}

const eventsOf = ({ timelineEvents }: Order) => timelineEvents.map(({ event }) => event);

test('an order with another address is located and rated again', async () => {
  const merchant = await makeMerchant(server, {
    locationPricing: { pricingRows: [{ postalPrefix: 'K1A', price: 31.5 }] },
  });
  const before = await placedOrder(merchant);
  const after = await edit(merchant, before.id, { recipientAddress: { ...ottawa, unit: null } });
  expect(after).toMatchObject({
    orderStatus: 'GEOCODED',
    dtoRecipientAddress: { ...ottawa, province: 'ON', country: 'CA' },
    recipientAddress: { ...ottawa, city: 'Ottawa', location: { lat: expect.closeTo(45.4, 0) } },
    validAddress: true,
    originAddress: before.originAddress,
    rateChoice: { price: 31.5 },
  });
  expect(eventsOf(after)).toEqual(['CREATED', 'GEOCODED', 'CREATED', 'GEOCODED']);
  expect(await readOrder(merchant, before.id)).toEqual(after);
});

test('a changed unit or business mark needs no new location', async () => {
  const { merchant, order: before } = await makePlacedOrder(server);
  const after = await edit(merchant, before.id, {
    recipientAddress: { unit: 'Dock 2', isBusinessAddress: true },
  });
  expect(after.recipientAddress).toEqual({ ...before.recipientAddress, unit: 'Dock 2' });
  expect(eventsOf(after)).toEqual(eventsOf(before));
});

test('a new address removes the trusted point of the old one and its derived values', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, {
    recipientAddress: {
      ...newOrderPayload().recipientAddress,
      street: 'Dundas St E',
      number: '25',
      sublocality: 'Garden District',
      location: { lat: 43.6561, lng: -79.3802 },
    },
    useCoordinate: true,
  });
  const next = await edit(merchant, before.id, { recipientAddress: { postalCode: 'M5B 1C5' } });
  expect(next.dtoRecipientAddress).toMatchObject({ number: '25', postalCode: 'M5B 1C5' });
  expect(next.dtoRecipientAddress).not.toHaveProperty('location');
  expect(next.dtoRecipientAddress).not.toHaveProperty('sublocality');
  expect(next.recipientAddress.location).not.toEqual(before.recipientAddress.location);
  const other = await edit(merchant, before.id, { recipientAddress: { street: '27 Dundas St E' } });
  expect(other.dtoRecipientAddress).not.toHaveProperty('number');
});

test('an address that cannot be found is refused at its wrong field, and nothing changes', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await markReady(merchant, id);
  const before = await readOrder(merchant, id);
  const history = await readHistory(merchant, id);
  const refusal = { status: 422, code: 'recipient_not_located' };
  const nowhere = { recipientAddress: { province: 'QC' }, notes: 'typed with care' };
  expect(await refusedEdit(merchant, id, nowhere)).toEqual({
    ...refusal,
    errors: [{ path: 'recipientAddress.province', message: 'Toronto M5B 1C6 is in Ontario.' }],
  });
  const unknown = { recipientAddress: { postalCode: 'H2X 1Y4' } };
  expect(await refusedEdit(merchant, id, unknown)).toEqual({
    ...refusal,
    errors: [
      {
        path: 'recipientAddress.postalCode',
        message: 'There is no H2X 1Y4 in Ontario. Check the postal code.',
      },
    ],
  });
  const message = 'Province pour Toronto M5B 1C6\u00A0: Ontario.';
  expect(await refusedEdit(merchant, id, { recipientAddress: { province: 'BC' } }, 'FR')).toEqual({
    ...refusal,
    errors: [{ path: 'recipientAddress.province', message }],
  });
  expect(await readOrder(merchant, id)).toEqual(before);
  expect(await readHistory(merchant, id)).toEqual(history);
});

test('with an origin that cannot be found the new address is not rated', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, {
    originAddress: { ...newOrderPayload().originAddress, province: 'QC' },
  });
  expect(before.orderStatus).toBe('GEOCODEDFAILED');
  expect(await refusedEdit(merchant, before.id, { recipientAddress: ottawa })).toEqual({
    status: 422,
    code: 'origin_not_located',
  });
  expect(await readOrder(merchant, before.id)).toEqual(before);
});

test('a corrected address is promised from the time of its correction', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, {
    recipientAddress: { ...newOrderPayload().recipientAddress, province: 'QC' },
  });
  expect(before).toMatchObject({ orderStatus: 'GEOCODEDFAILED', validAddress: false });
  const after = await editLater(merchant, before.id, {
    change: { recipientAddress: { province: 'ON' } },
    at: TEST_NOW + DAY,
  });
  expect(after).toMatchObject({ orderStatus: 'GEOCODED', validAddress: true });
  expect(after.rateChoice?.estimateDay).toBe('2026-06-12');
  expect(after.completeAfter).toBe(after.rateChoice?.epochEstimateFrom);
});

test('a promise survives the cutoff of its day, and is computed again once missed', async () => {
  const merchant = await makeMerchant(server);
  const { id, rateChoice } = await placedOrder(merchant, { service: 'SAMEDAY' });
  const moveAt = (at: EpochMillis, house: number) =>
    editLater(merchant, id, { change: { recipientAddress: { street: `${house} Dundas` } }, at });

  const afterCutoff = await moveAt(TEST_NOW + 6 * HOUR, 26);
  expect(afterCutoff.rateChoice).toEqual(rateChoice);
  const missed = await moveAt(TEST_NOW + DAY, 27);
  expect(missed.rateChoice).toMatchObject({ estimateDay: '2026-06-11' });
  expect(missed.completeBefore).toBe(missed.rateChoice?.epochEstimateTo);
  expect(missed.originalCompleteBefore).toBe(rateChoice?.epochEstimateTo);
  const tooLate = await moveAt(TEST_NOW + DAY + 14 * HOUR, 28);
  expect(tooLate.orderStatus).toBe('RATE_FAILED');
  expect(tooLate.rateChoice).toBeUndefined();
});

test('an order that was ready is ready again at once', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await markReady(merchant, id);
  const after = await edit(merchant, id, { recipientAddress: ottawa });
  expect(after).toMatchObject({ orderStatus: 'PICKUP_READY', pickupReadyAt: TEST_NOW });
  expect(eventsOf(after).slice(-3)).toEqual(['CREATED', 'GEOCODED', 'PICKUP_READY']);
  const row = await server.deps.db
    .selectFrom('orders')
    .select(['status', 'is_fulfilled', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'PICKUP_READY', is_fulfilled: true, version: after.version });
});

test('an order moved out of the service area is no longer ready, and says why', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await markReady(merchant, id);
  const away = await edit(merchant, id, { recipientAddress: yellowknife });
  expect(away).toMatchObject({ orderStatus: 'OUT_OF_FSA', validAddress: true });
  for (const gone of ['pickupReadyAt', 'rateChoice', 'completeAfter', 'completeBefore']) {
    expect(away).not.toHaveProperty(gone);
  }
  expect((await markReady(merchant, id)).json()).toMatchObject({ code: 'order_not_geocoded' });
  const label = await merchant.call('GET', `/labels/${id}?format=zpl`);
  expect(label.json()).toMatchObject({ code: 'order_not_printable' });

  const back = await edit(merchant, id, {
    recipientAddress: { city: 'Toronto', province: 'ON', postalCode: 'M5B 1C6' },
  });
  expect(back).toMatchObject({ orderStatus: 'GEOCODED', recipientAddress: { city: 'Toronto' } });
  expect((await markReady(merchant, id)).statusCode).toBe(200);
});

test('more packages add plain ones at a new price, fewer remove the last ones', async () => {
  const { merchant, order: before } = await makePlacedOrder(server);
  const three = await edit(merchant, before.id, { packageCount: 3 });
  const numbers = ({ packages }: Order) => packages.map(({ trackingNumber }) => trackingNumber);
  expect(numbers(three)).toEqual([1, 2, 3].map((n) => `${before.trackingNumber}-${n}`));
  expect(three.packages).toEqual([
    before.packages[0],
    ...numbers(three)
      .slice(1)
      .map((trackingNumber) => ({ trackingNumber })),
  ]);
  expect(three.rateChoice?.price).toBeGreaterThan(before.rateChoice?.price ?? Infinity);
  const one = await edit(merchant, before.id, { packageCount: 1 });
  expect(one.packages).toEqual(before.packages);
  expect(one.rateChoice).toEqual(before.rateChoice);
});

test('a too heavy order is placed once its heavy package is removed', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, {
    packages: [{}, { weightOptions: { weight: 90, unit: 'lb' } }],
  });
  expect(before).toMatchObject({ orderStatus: 'UNSUPPORTED_WEIGHT', deliveryType: 'HEAVY' });
  const after = await edit(merchant, before.id, { packageCount: 1 });
  expect(after).toMatchObject({ orderStatus: 'GEOCODED', deliveryType: 'PARCEL' });
});

test('a booked window is kept, and must still be offered', async () => {
  const merchant = await makeMerchant(server);
  const window = await offeredWindow(merchant);
  const { id } = await placedOrder(merchant, { service: 'SCHEDULED', window });
  const kept = await edit(merchant, id, { recipientAddress: { street: '1 Dundas St E' } });
  const times = { completeAfter: window.start, completeBefore: window.end };
  expect(kept).toMatchObject({ orderStatus: 'GEOCODED', ...times });
  const missed = await editLater(merchant, id, {
    change: { packageCount: 2 },
    at: window.end + HOUR,
  });
  expect(missed).toMatchObject({ orderStatus: 'INVALIDTIME', ...times });
});

test('an order not located yet is located when its address is edited', async () => {
  const { merchant, order: draft } = await makeInsertedOrder(server);
  const after = await edit(merchant, draft.id, { recipientAddress: ottawa });
  expect(after).toMatchObject({ orderStatus: 'GEOCODED', recipientAddress: { city: 'Ottawa' } });
  expect(eventsOf(after)).toEqual(['CREATED', 'GEOCODED']);
});
