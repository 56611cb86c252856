import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { CLOCK_TOLERANCE, REPORTABLE_FOR } from '@portage/contract/orders/carrier';
import type { Problem } from '@portage/contract/errors';
import { restoreOrder } from '../orders/delete-orders.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { statusReport, locatedOrder } from '../testing/carrier-events.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { loseWorkerOf } from '../testing/lost-worker.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { CREATED, insertLocated, orderOf, told } from '../testing/reported-orders.ts';
import { applyInTime } from './report-events.ts';
import { DAY } from '@portage/contract/time';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');

test('an event that fails unexpectedly is refused and logged, and the others apply', () => {
  const order = locatedOrder(NOW);
  const photo = { verificationPhotos: [randomUUID()] };
  const pickup = statusReport(order, 'CARRIER_PICKED_UP', NOW + 1);
  const faulty = statusReport(order, 'OUT_FOR_DELIVERY', NOW + 2, photo);
  const delivery = statusReport(order, 'DELIVERED', NOW + 3);
  const fault = new RangeError('a mistake');
  const onFault = vi.fn();

  const { order: after, results } = applyInTime(order, [delivery, faulty, pickup], {
    now: NOW,
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

const server = useTestServer();

let carrier: TestCarrier;
beforeAll(async () => {
  carrier = await makeCarrier(server);
});

describe('refused events', () => {
  test('concerns one event, and gives the reason in the language of the call', async () => {
    const merchant = await makeMerchant(server);
    const [order, deleted] = [
      await insertLocated(server, merchant),
      await insertLocated(server, merchant),
    ];
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
        refused('event_in_future', /futur/),
        refused('event_before_order', /avant la création/),
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
    const [order, other] = [
      await insertLocated(server, merchant),
      await insertLocated(server, merchant),
    ];
    const { db, clock } = server.deps;
    const photo = randomUUID();
    // Ids are the same in any case.
    const verificationPhotos = [photo.toUpperCase()];
    const event = statusReport(order, 'DELIVERED', TEST_NOW, { verificationPhotos });
    const codeOf = async () => (await carrier.report([event])).map(({ code }) => code);
    await merchant.call('DELETE', `/orders/${order.id}`);
    expect(await codeOf()).toEqual(['order_deleted']);
    await restoreOrder({ db, clock }, merchant.merchant.id, order.id);
    expect(await codeOf()).toEqual(['photo_not_found']);
    const insertPhoto = (orderId: string) =>
      db
        .insertInto('order_photos')
        .values({
          merchant_id: merchant.merchant.id,
          order_id: orderId,
          id: photo,
          media_type: 'image/png',
          uploaded_at: new Date(TEST_NOW),
        })
        .execute();
    await insertPhoto(other.id);
    expect(await codeOf()).toEqual(['photo_not_found']);
    await insertPhoto(order.id);
    expect(await codeOf()).toEqual([undefined]);
    expect((await orderOf(merchant, order)).timelineEvents.at(-1)).toMatchObject({
      event: 'DELIVERED',
      verificationPhotosUrls: [`/orders/${order.id}/photos/${photo}`],
    });
  });

  test('leaves events of other merchants when one merchant’s worker is lost', async () => {
    const [one, lost, other] = [
      await makeMerchant(server),
      await makeMerchant(server),
      await makeMerchant(server),
    ];
    const orders = await Promise.all(
      [lost, one, other, one].map((merchant) => insertLocated(server, merchant)),
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
    const order = await insertLocated(server, merchant);
    const event = statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW);
    const problemOf = async (events: readonly unknown[]) => {
      const answer = await carrier.send(events);
      expect(answer.statusCode).toBe(400);
      return answer.json<Problem>().errors?.map(({ path }) => path);
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
