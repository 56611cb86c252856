import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, describe, vi, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import {
  type CarrierEvent,
  type CarrierEventOutcome,
  CLOCK_TOLERANCE,
  MOST_EVENTS,
  REPORTABLE_FOR,
} from '@portage/contract/orders/carrier';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE, DAY } from '@portage/contract/time';
import { readOrderAudit } from '../audit/write-audit.ts';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { restoreOrder } from '../orders/delete-orders.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { statusReport, locatedOrder } from '../testing/carrier-events.ts';
import { readOrder } from '../testing/edit-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { loseWorkerOf } from '../testing/lost-worker.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, pathsOf, type TestMerchant } from '../testing/make-merchant.ts';
import { differingColumns } from '../testing/order-invariants.ts';
import { revokeCarrierKey } from './carrier-keys.ts';
import { applyInTime } from './report-events.ts';

const server = useTestServer();

let carrier: TestCarrier;
beforeAll(async () => {
  carrier = await makeCarrier(server);
});

const CREATED = TEST_NOW - 60 * MINUTE;

/** Puts a located order of the merchant into the database, an hour old. */
function insertLocated(
  merchant: TestMerchant,
  { packageCount = 1, ...changes }: Partial<Order> = {},
): Promise<Order> {
  return insertOrder(server, merchant, ({ merchantId, createdBy: username }) => ({
    ...locatedOrder(CREATED, { packageCount, author: { merchantId, username } }),
    ...changes,
  }));
}

const orderOf = (merchant: TestMerchant, { id }: Order) => readOrder(merchant, id);

/** Reports of a delivery, a minute apart. */
const DELIVERY: readonly CarrierStatus[] = [
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
];

const deliveryOf = (order: Order): CarrierEvent[] =>
  DELIVERY.map((status, step) => statusReport(order, status, CREATED + step * MINUTE));

const told = ({ timelineEvents }: Order): string[] => timelineEvents.map(({ event }) => event);

async function auditOf(merchant: TestMerchant, { id }: Order) {
  const entries = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  return entries.map(({ actor, details }) => `${actor}: ${details['from']} → ${details['to']}`);
}

test('the largest batch, of events with all their photos, is read', async () => {
  const photos = () => Array.from({ length: 10 }, () => randomUUID());
  const order = locatedOrder(CREATED, { author: { merchantId: randomUUID(), username: 'x' } });
  const events = Array.from({ length: MOST_EVENTS }, () =>
    statusReport(order, 'DELIVERED', CREATED, {
      labelVersion: 1,
      city: 'Toronto',
      notes: 'At the door',
      verificationPhotos: photos(),
      signaturePhotos: photos(),
    }),
  );
  const outcomes = await carrier.report(events);
  expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['tracking_number_unknown']));
});

test('a delivery reported backwards is saved in chronological order, with its columns and audit', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(merchant);
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
  const orders = db.selectFrom('orders').selectAll().where('id', '=', order.id);
  expect(differingColumns(await orders.executeTakeFirstOrThrow(), delivered)).toEqual([]);
});

test('a batch is applied in chronological order and answered in the order sent', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const [order, another] = [await insertLocated(merchant), await insertLocated(other)];
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
  const order = await insertLocated(merchant, { labelVersion: 3 });
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
  const order = await insertLocated(merchant);
  const { trackingNumber } = order;
  const at = (TEST_NOW - MINUTE) / 1000;
  expect(String(at)).toHaveLength(10);
  await carrier.report([{ id: randomUUID(), at, type: 'SCAN', trackingNumber }]);
  expect((await orderOf(merchant, order)).otherScans).toEqual([{ time: at * 1000 }]);
});

test('scans, windows and tasks are saved in the order', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertLocated(merchant, { packageCount: 2 });
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

describe('an event is done once', () => {
  test('when it is repeated, in the same batch or later, for any order', async () => {
    const merchant = await makeMerchant(server);
    const [order, other] = [await insertLocated(merchant), await insertLocated(merchant)];
    const [pickup] = deliveryOf(order) as [CarrierEvent];
    const again = { ...pickup, trackingNumber: other.trackingNumber };
    const first = await carrier.report([pickup, pickup, again]);
    expect(first.map(({ result }) => result)).toEqual(['applied', 'duplicate', 'duplicate']);
    expect(await carrier.report([pickup, again])).toEqual([
      { id: pickup.id, result: 'duplicate', status: 'CARRIER_PICKED_UP' },
      { id: pickup.id, result: 'duplicate', status: 'GEOCODED' },
    ]);
    expect(await orderOf(merchant, order)).toMatchObject({ version: order.version + 1 });
    expect(await orderOf(merchant, other)).toEqual(other);
  });

  test('when eight senders report it at once, each in another sequence', async () => {
    const merchants = [await makeMerchant(server), await makeMerchant(server)];
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, index) => insertLocated(merchants[index % 2] as TestMerchant)),
    );
    const events = orders.flatMap(deliveryOf);
    const senders = Array.from({ length: 8 }, (_, sender) => {
      const turned = [...events.slice(sender * 10), ...events.slice(0, sender * 10)];
      return sender % 2 === 0 ? turned : turned.toReversed();
    });
    const answers = await Promise.all(senders.map((batch) => carrier.report(batch)));

    const done = answers.flat().filter(({ result }) => result !== 'duplicate');
    expect(done.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    for (const [index, order] of orders.entries()) {
      const now = await orderOf(merchants[index % 2] as TestMerchant, order);
      expect(told(now)).toEqual(['CREATED', 'GEOCODED', ...DELIVERY]);
      expect(now.version).toBe(order.version + DELIVERY.length);
    }
  });
});

test('a batch that failed halfway is completed once when resent', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const [order, another] = [await insertLocated(merchant), await insertLocated(other)];
  const events = [...deliveryOf(order), ...deliveryOf(another)];
  await server.deps.db.transaction().execute(async (trx) => {
    // The lock on the other merchant's order holds the batch until its connection is cut.
    await sql`select from orders where id = ${another.id} for update`.execute(trx);
    const sending = carrier.send(events);
    let cut = 0;
    while (cut === 0) {
      await setTimeout(20);
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
      cut = rows.length;
    }
    const { outcomes } = (await sending).json<{ outcomes: CarrierEventOutcome[] }>();
    expect(outcomes.map(({ result, code }) => code ?? result)).toEqual([
      ...DELIVERY.map(() => 'applied'),
      ...DELIVERY.map(() => 'not_ready'),
    ]);
  });
  expect((await orderOf(merchant, order)).orderStatus).toBe('DELIVERED');
  expect(await orderOf(other, another)).toEqual(another);

  const again = (await carrier.report(events)).map(({ result }) => result);
  expect(again).toEqual([...DELIVERY.map(() => 'duplicate'), ...DELIVERY.map(() => 'applied')]);
  for (const [owner, its] of [
    [merchant, order],
    [other, another],
  ] as const) {
    expect(told(await orderOf(owner, its))).toEqual(['CREATED', 'GEOCODED', ...DELIVERY]);
  }
});

test('an event that fails unexpectedly is refused and logged, and the others apply', () => {
  const order = locatedOrder(TEST_NOW);
  const photo = { verificationPhotos: [randomUUID()] };
  const pickup = statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW + 1);
  const faulty = statusReport(order, 'OUT_FOR_DELIVERY', TEST_NOW + 2, photo);
  const delivery = statusReport(order, 'DELIVERED', TEST_NOW + 3);
  const fault = new RangeError('a mistake');
  const onFault = vi.fn();

  const { order: after, results } = applyInTime(order, [delivery, faulty, pickup], {
    now: TEST_NOW,
    hasPhoto: () => {
      throw fault;
    },
    onFault,
  });
  expect(after.orderStatus).toBe('DELIVERED');
  expect(after.timelineEvents.slice(2).map(({ event }) => event)).toEqual([
    'CARRIER_PICKED_UP',
    'DELIVERED',
  ]);
  expect([pickup, faulty, delivery].map((event) => results.get(event))).toEqual([
    'applied',
    expect.objectContaining({ code: 'internal_error' }),
    'applied',
  ]);
  expect(onFault.mock.calls).toEqual([[fault, expect.anything(), faulty]]);
});

describe('refused events', () => {
  test('concerns one event, and gives the reason in the language of the call', async () => {
    const merchant = await makeMerchant(server);
    const [order, deleted] = [await insertLocated(merchant), await insertLocated(merchant)];
    await merchant.call('DELETE', `/orders/${deleted.id}`);
    const report = (trackingNumber: string, at: number) =>
      statusReport({ trackingNumber }, 'CARRIER_PICKED_UP', at);
    const { trackingNumber } = order;
    const mistyped = `${trackingNumber.slice(0, -1)}${trackingNumber.endsWith('0') ? '1' : '0'}`;
    const events = [
      report('PTG00000000000', TEST_NOW),
      report(mistyped, TEST_NOW),
      report('nonsense', TEST_NOW),
      report(`${trackingNumber}-2`, TEST_NOW),
      report(deleted.trackingNumber, TEST_NOW),
      report(trackingNumber, TEST_NOW + CLOCK_TOLERANCE + 1),
      report(trackingNumber, CREATED - 1),
      report(trackingNumber, TEST_NOW - REPORTABLE_FOR - 1),
      report(trackingNumber, TEST_NOW - 10 * 365 * DAY),
      report(trackingNumber, TEST_NOW + CLOCK_TOLERANCE),
    ];
    const answer = (await carrier.send(events, 'FR')).json<{ outcomes: object[] }>();
    const refused = (code: string, message: RegExp) => ({
      result: 'refused',
      code,
      message: expect.stringMatching(message) as string,
    });
    const unknown = refused('tracking_number_unknown', /^Aucune commande ni aucun colis/);
    expect(answer.outcomes).toEqual(
      [
        unknown,
        unknown,
        unknown,
        unknown,
        refused('order_deleted', new RegExp(`${deleted.trackingNumber} a été supprimée`)),
        refused('event_in_future', /date à venir/),
        refused('event_before_order', /antérieur à la création/),
        refused('event_too_old', /plus de 60 jours/),
        refused('event_too_old', /plus de 60 jours/),
        { result: 'applied', status: 'CARRIER_PICKED_UP' },
      ].map((outcome, index) => ({ id: events[index]?.id, ...outcome })),
    );
    expect(told(await orderOf(merchant, order))).toEqual([
      'CREATED',
      'GEOCODED',
      'CARRIER_PICKED_UP',
    ]);
  });

  test('can be sent again after the order was restored or the photo uploaded', async () => {
    const merchant = await makeMerchant(server);
    const [order, other] = [await insertLocated(merchant), await insertLocated(merchant)];
    const { db, clock } = server.deps;
    const [photo, signature] = [randomUUID(), randomUUID()];
    // Ids are the same in any case.
    const event = statusReport(order, 'DELIVERED', TEST_NOW, {
      ...{ verificationPhotos: [photo.toUpperCase()], signaturePhotos: [signature] },
    });
    const codeOf = async () => (await carrier.report([event])).map(({ code }) => code);
    await merchant.call('DELETE', `/orders/${order.id}`);
    expect(await codeOf()).toEqual(['order_deleted']);
    await restoreOrder({ db, clock }, merchant.merchant.id, order.id);
    expect(await codeOf()).toEqual(['photo_not_found']);
    const insertPhotos = (orderId: string) =>
      db
        .insertInto('order_photos')
        .values(
          [photo, signature].map((id) => ({
            merchant_id: merchant.merchant.id,
            order_id: orderId,
            id,
            media_type: 'image/png',
            uploaded_at: new Date(TEST_NOW),
          })),
        )
        .execute();
    await insertPhotos(other.id);
    expect(await codeOf()).toEqual(['photo_not_found']);
    await insertPhotos(order.id);
    expect(await codeOf()).toEqual([undefined]);
    expect((await orderOf(merchant, order)).timelineEvents.at(-1)).toMatchObject({
      event: 'DELIVERED',
      verificationPhotosUrls: [`/orders/${order.id}/photos/${photo}`],
      signaturePhotosUrls: [`/orders/${order.id}/photos/${signature}`],
    });
  });

  test('leaves events of other merchants when one merchant’s worker is lost', async () => {
    const [one, lost, other] = [
      await makeMerchant(server),
      await makeMerchant(server),
      await makeMerchant(server),
    ];
    const orders = await Promise.all(
      [lost, one, other, one].map((merchant) => insertLocated(merchant)),
    );
    const found = await loseWorkerOf(server.deps.db, lost.merchant.id, 'orders');
    const events = orders.map((order) => statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW));
    const outcomes = await carrier.report(events);
    expect(outcomes.map(({ result, code }) => code ?? result)).toEqual([
      'not_ready',
      'applied',
      'applied',
      'applied',
    ]);

    const failed = events.slice(0, 1);
    const alone = await carrier.send(failed);
    expect([alone.statusCode, alone.headers['retry-after']]).toEqual([503, '5']);
    await found();
    expect((await carrier.report(failed)).map(({ result }) => result)).toEqual(['applied']);
  });

  test('a batch that is too long, empty or malformed changes nothing', async () => {
    const merchant = await makeMerchant(server);
    const order = await insertLocated(merchant);
    const event = statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW);
    const problemOf = async (events: readonly unknown[]) => {
      const answer = await carrier.send(events);
      expect(answer.statusCode).toBe(400);
      return pathsOf(answer);
    };
    expect(await problemOf(Array.from({ length: 501 }, () => event))).toEqual(['events']);
    expect(await problemOf([])).toEqual(['events']);
    expect(await problemOf([event, { ...event, status: 'PICKUP_READY' }])).toEqual([
      'events.1.status',
    ]);
    expect(await problemOf([event, { ...event, type: 'GOSSIP' }])).toEqual(['events.1.type']);
    expect(await problemOf([event, { ...event, at: 'yesterday' }])).toEqual(['events.1.at']);
    expect(await orderOf(merchant, order)).toEqual(order);
  });
});

const REMEMBERED_FOR = REPORTABLE_FOR + CLOCK_TOLERANCE + 30 * DAY;

test('a forgotten event is too old to be reported again', async () => {
  const [merchant, carrier] = [await makeMerchant(server), await makeCarrier(server)];
  const order = await insertOrder(server, merchant, ({ merchantId, createdBy: username }) =>
    locatedOrder(TEST_NOW, { author: { merchantId, username } }),
  );
  // By a clock that is as far ahead as may be.
  const event = statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW + CLOCK_TOLERANCE);
  const reportAt = async (now: number) => {
    server.setNow(now);
    const [outcome] = await carrier.report([event]);
    return outcome?.code ?? outcome?.result;
  };
  const isRemembered = async () => {
    const { db } = server.deps;
    const remembered = db.selectFrom('carrier_events').select('event_id');
    return (await remembered.where('event_id', '=', event.id).execute()).length > 0;
  };
  expect(await reportAt(TEST_NOW)).toBe('applied');
  server.setNow(TEST_NOW + REMEMBERED_FOR);
  await deleteOldRows(server.deps, 'carrier_events');
  expect(await isRemembered()).toBe(true);
  server.setNow(TEST_NOW + REMEMBERED_FOR + 1);
  await deleteOldRows(server.deps, 'carrier_events');
  expect(await isRemembered()).toBe(false);
  expect(await reportAt(TEST_NOW + REMEMBERED_FOR + 1)).toBe('event_too_old');
});

test('an unknown key, a revoked key and a merchant’s token are refused', async () => {
  const merchant = await makeMerchant(server);
  const [carrier, revoked] = [await makeCarrier(server), await makeCarrier(server)];
  const statusOf = async (authorization?: string) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/carrier/events',
      headers: { ...(authorization !== undefined && { authorization }) },
      payload: { events: [] },
    });
    const { code } = answer.json<Problem>();
    return [answer.statusCode, code];
  };
  const isRefused = [401, 'invalid_carrier_key'];
  expect(await statusOf(`Bearer ${revoked.key}`)).toEqual([400, 'invalid_request']);
  await revokeCarrierKey(server.deps, revoked.id);
  expect(await statusOf(`Bearer ${revoked.key}`)).toEqual(isRefused);
  expect(await statusOf(`Bearer ${carrier.key}`)).toEqual([400, 'invalid_request']);
  expect(await statusOf(`Bearer ${carrier.key.slice(0, -1)}`)).toEqual(isRefused);
  expect(await statusOf(`Bearer ${merchant.token}`)).toEqual(isRefused);
  expect(await statusOf()).toEqual(isRefused);
});
