import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CarrierEvent, CarrierEventOutcome } from '@portage/contract/orders/carrier';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { DELIVERY, deliveryOf, insertLocated, orderOf, told } from '../testing/reported-orders.ts';

const server = useTestServer();

let carrier: TestCarrier;
beforeAll(async () => {
  carrier = await makeCarrier(server);
});

describe('an event is done once', () => {
  test('when it is repeated, in the same batch or later, for any order', async () => {
    const merchant = await makeMerchant(server);
    const [order, other] = [
      await insertLocated(server, merchant),
      await insertLocated(server, merchant),
    ];
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
      Array.from({ length: 20 }, (_, index) =>
        insertLocated(server, merchants[index % 2] as TestMerchant),
      ),
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
  const [order, another] = [
    await insertLocated(server, merchant),
    await insertLocated(server, other),
  ];
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
