import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CarrierEvent } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../audit/write-audit.ts';
import { orderFacets } from '../orders/order-document.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import {
  CREATED,
  DELIVERY,
  deliveryOf,
  insertLocated,
  orderOf,
  told,
} from '../testing/reported-orders.ts';
import { MINUTE } from '@portage/contract/time';

const server = useTestServer();

let carrier: TestCarrier;
beforeAll(async () => {
  carrier = await makeCarrier(server);
});

async function auditOf(merchant: TestMerchant, { id }: Order) {
  const entries = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  return entries.map(({ actor, details }) => `${actor}: ${details['from']} → ${details['to']}`);
}

test('a delivery reported backwards is saved in chronological order, with its columns and audit', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(server, merchant);
  const events = deliveryOf(order).toReversed();
  for (const event of events) await carrier.report([event]);

  const delivered = await orderOf(merchant, order);
  expect(told(delivered)).toEqual(['CREATED', 'GEOCODED', ...DELIVERY]);
  expect(delivered).toMatchObject({
    orderStatus: 'DELIVERED',
    outForDeliveryAt: CREATED + 2 * MINUTE,
    deliveredAt: CREATED + 3 * MINUTE,
    modified: TEST_NOW,
  });
  expect(await auditOf(merchant, order)).toEqual([
    'carrier: GEOCODED → CARRIER_PICKED_UP',
    'carrier: CARRIER_PICKED_UP → OUT_FOR_DELIVERY',
    'carrier: OUT_FOR_DELIVERY → DELIVERED',
  ]);
  const { db } = server.deps;
  const row = await db.selectFrom('orders').selectAll().where('id', '=', order.id).execute();
  expect(row).toMatchObject([
    {
      status: 'DELIVERED',
      version: delivered.version,
      ...orderFacets(delivered),
      delivered_at: delivered.deliveredAt,
      modified_at: TEST_NOW,
    },
  ]);
});

test('a batch is applied in chronological order and answered in the order sent', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const [order, another] = [
    await insertLocated(server, merchant),
    await insertLocated(server, other),
  ];
  const events = [...deliveryOf(order).toReversed(), ...deliveryOf(another)];
  expect(await carrier.report(events)).toEqual(
    events.map(({ id }) => ({ id, result: 'applied', status: 'DELIVERED' })),
  );
  for (const [owner, its] of [
    [merchant, order],
    [other, another],
  ] as const) {
    expect(told(await orderOf(owner, its))).toEqual(['CREATED', 'GEOCODED', ...DELIVERY]);
    expect(await auditOf(owner, its)).toHaveLength(4);
  }
});

test('a scan of an old label is flagged and counts', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(server, merchant, { labelVersion: 3 });
  const { trackingNumber } = order;
  const scan = (at: number, labelVersion?: number): CarrierEvent => ({
    ...{ id: randomUUID(), at, type: 'SCAN', trackingNumber },
    ...(labelVersion !== undefined && { labelVersion }),
  });
  const events = [
    ...[1, 2, 3, 4, undefined].map((version, index) => scan(CREATED + index, version)),
    statusReport(order, 'CARRIER_PICKED_UP', CREATED + MINUTE, { labelVersion: 2 }),
  ];
  const isOld = [true, true, undefined, undefined, undefined, true];
  const outcomes = await carrier.report(events);
  expect(outcomes.map(({ labelSuperseded }) => labelSuperseded)).toEqual(isOld);
  expect(outcomes.map(({ result }) => result)).toEqual(events.map(() => 'applied'));
  expect((await orderOf(merchant, order)).otherScans).toHaveLength(5);

  const again = await carrier.report(events);
  expect(again.map(({ labelSuperseded }) => labelSuperseded)).toEqual(isOld);
  expect(again.map(({ result }) => result)).toEqual(events.map(() => 'duplicate'));
});

test('a timestamp of ten digits is read as seconds', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(server, merchant);
  const { trackingNumber } = order;
  const at = (TEST_NOW - MINUTE) / 1000;
  expect(String(at)).toHaveLength(10);
  await carrier.report([{ id: randomUUID(), at, type: 'SCAN', trackingNumber }]);
  expect((await orderOf(merchant, order)).otherScans).toEqual([{ time: at * 1000 }]);
});

test('scans, windows and tasks are saved in the order', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(server, merchant, { packageCount: 2 });
  const { trackingNumber } = order;
  const at = TEST_NOW - MINUTE;
  const window = { start: TEST_NOW, end: TEST_NOW + 60 * MINUTE };
  const task = {
    id: 'route-7',
    shortId: 'K7',
    taskType: 'DROPOFF',
    taskStatus: 'COMPLETED',
    completedAt: at,
  } as const;
  const outcomes = await carrier.report([
    { id: randomUUID(), at, type: 'SCAN', trackingNumber: `${trackingNumber}-2`, city: 'Laval' },
    { id: randomUUID(), at, type: 'SCAN', trackingNumber },
    {
      id: randomUUID(),
      at,
      type: 'TIME_CHANGE',
      trackingNumber,
      window,
      externalNotes: 'Snow',
      showExternalNotes: true,
    },
    { id: randomUUID(), at, type: 'TASK', trackingNumber, task },
  ]);
  expect(outcomes.map(({ result, status }) => [result, status])).toEqual(
    Array.from({ length: 4 }, () => ['applied', 'GEOCODED']),
  );
  expect(await orderOf(merchant, order)).toMatchObject({
    scanEvents: [
      { trackingNumber: `${trackingNumber}-2`, events: [{ time: at, location: 'Laval' }] },
    ],
    otherScans: [{ time: at }],
    completeAfter: window.start,
    completeBefore: window.end,
    timeChangeEvents: [{ timestamp: at, externalNotes: 'Snow', showExternalNotes: true }],
    tasks: [{ ...task, reportedAt: at }],
  });
});
