import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, onTestFinished } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { Order } from '@portage/contract/orders/orders';
import { isTrackingNumber } from '@portage/contract/orders/tracking-number';
import { DAY, HOUR } from '@portage/contract/time';
import { openDatabase, openPool } from '../db/database.ts';
import { setFlag } from '../flags/flags.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { listOrders, placedOrder } from '../testing/edit-orders.ts';
import { failWrites, loseWorkerOf } from '../testing/lost-worker.ts';
import { codeOf, errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import {
  makeOrder,
  newOrderPayload,
  waitUntilPlaced,
  offeredWindow,
} from '../testing/make-order.ts';
import { placeOrders, writeCreations } from './create-orders.ts';

const server = useTestServer();

const createFive = ({ call }: TestMerchant) =>
  Promise.all(
    [1, 2, 3, 4, 5].map((index) =>
      call('POST', '/orders', {
        payload: newOrderPayload({ refNumber: `order-${index}` }),
        headers: { 'idempotency-key': `key-${index}` },
      }),
    ),
  );

/**
 * Counts the stored results of a merchant's creations: orders, audit entries, remembered answers.
 */
async function storedOf({ merchant: { id } }: TestMerchant): Promise<number[]> {
  const { db } = server.deps;
  const counts = (['orders', 'audit_entries', 'idempotency_keys'] as const).map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('merchant_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ rows }) => rows);
}

test.each([
  ['ends the connection', 'pg_terminate_backend', 'not_ready'],
  ['ends the statement', 'pg_cancel_backend', 'busy'],
] as const)(
  'when the database %s, every order of a batch is refused with 503, and none is half done',
  async (_case, ending, code) => {
    const merchant = await makeMerchant(server);
    const admin = openDatabase(openPool(server.databaseUrl, server.deps.log, 2));
    onTestFinished(() => admin.destroy());
    const refused = await admin.transaction().execute(async (trx) => {
      // Inserts of orders wait for this lock and are terminated.
      await sql`lock table orders in share mode`.execute(trx);
      const answers = createFive(merchant);
      for (let answered = false; !answered;) {
        await sql`
          select ${sql.raw(ending)}(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'portage'
            and wait_event_type = 'Lock'`.execute(admin);
        answered = await Promise.race([answers.then(() => true), setTimeout(20, false)]);
      }
      return answers;
    });
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503]);
    expect(new Set(refused.map(codeOf))).toEqual(new Set([code]));
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    expect(await storedOf(merchant)).toEqual([0, 0, 0]);

    const again = await createFive(merchant);
    expect(again.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(again.map((answer) => answer.json<Order>().id)).size).toBe(5);
    expect((await storedOf(merchant))[0]).toBe(5);
  },
);

test('only merchants on a lost cluster worker are told to try again', async () => {
  const [lost, other] = [await makeMerchant(server), await makeMerchant(server)];
  await loseWorkerOf(server.deps.db, lost.merchant.id, 'orders');
  const create = ({ call }: TestMerchant) =>
    call('POST', '/orders', { payload: newOrderPayload() });
  const refused = await create(lost);
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'not_ready']);
  expect(refused.headers['retry-after']).toBe('5');
  expect((await create(other)).statusCode).toBe(201);
});

test('an order that cannot be written does not fail the others', async () => {
  const { merchant, username } = await makeMerchant(server);
  const { db, clock } = server.deps;
  const now = clock.now();
  const requestOf = (body: NewOrder) => {
    return { merchantId: merchant.id, key: undefined, call: 'POST /orders', body, now };
  };
  const good = NewOrder.parse(newOrderPayload());
  // No call can send these: one fails in our code, one in PostgreSQL (NUL).
  const { recipientAddress: _none, ...incomplete } = good;
  const unwritable = { ...good, recipient: { ...good.recipient, name: 'Zo\u0000' } };
  const written = await writeCreations(
    db,
    { merchant, username, now },
    [good, incomplete as NewOrder, unwritable, good].map(requestOf),
  );
  expect(written.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});

const place = ({ merchant, username }: TestMerchant, newOrders: readonly NewOrder[]) =>
  server.deps.db
    .transaction()
    .execute((trx) => placeOrders(trx, { merchant, username, now: TEST_NOW }, newOrders));

const recipientsCalled = (names: readonly string[], source: NewOrder['source']) =>
  names.map((name) =>
    NewOrder.parse(newOrderPayload({ recipient: { name, phone: '416-555-0142' }, source })),
  );

test('orders placed together keep their sequence, and each is located and rated', async () => {
  const merchant = await makeMerchant(server);
  const names = Array.from({ length: 150 }, (_, index) => `Recipient ${index}`);
  const orders = await place(merchant, recipientsCalled(names, 'csv'));
  expect(orders.map(({ recipient }) => recipient.name)).toEqual(names);
  expect(orders.map(({ source }) => source)).toEqual(names.map(() => 'csv'));
  for (const { id } of orders) {
    expect(await waitUntilPlaced(merchant, id)).toMatchObject({ orderStatus: 'GEOCODED' });
  }
});

test('one order without a phone refuses the whole request', async () => {
  const merchant = await makeMerchant(server);
  const [valid] = recipientsCalled(['Zoé'], 'shop');
  const invalid = NewOrder.parse(newOrderPayload({ recipient: { name: 'Bo' } }));
  await expect(place(merchant, [valid ?? invalid, invalid])).rejects.toThrow('Invalid request');
  expect(await listOrders(merchant)).toEqual([]);
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('belongs to one merchant', async () => {
    const payload = newOrderPayload();
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const first = await one.call('POST', '/orders', { payload, ...keyed('shared') });
    const second = await other.call('POST', '/orders', { payload, ...keyed('shared') });
    expect(second.json<Order>().merchantId).toBe(other.merchant.id);
    expect(second.json<Order>().id).not.toBe(first.json<Order>().id);
  });

  test('returns the first answer to a repeated request, and is refused with another body, for each of several at once', async () => {
    const merchant = await makeMerchant(server);
    const create = (refNumber: string, key: string) =>
      merchant.call('POST', '/orders', { payload: newOrderPayload({ refNumber }), ...keyed(key) });
    const before = await create('before', 'used');
    const noPhone = newOrderPayload({ recipient: { name: 'Zoé' } });
    const [again, other, refused, first, twin, changed] = await Promise.all([
      create('before', 'used'),
      create('other', 'fresh'),
      merchant.call('POST', '/orders', { payload: noPhone, ...keyed('refused') }),
      create('first', 'shared'),
      create('first', 'shared'),
      create('changed', 'used'),
    ]);
    expect([again.statusCode, again.json()]).toEqual([201, before.json()]);
    expect(other.json()).toMatchObject({ refNumber: 'other' });
    expect(refused.json()).toMatchObject({ code: 'invalid_request' });
    expect(first.json()).toMatchObject({ refNumber: 'first' });
    expect(twin.json()).toEqual(first.json());
    expect([changed.statusCode, codeOf(changed)]).toEqual([422, 'idempotency_key_reused']);
    const references = (await listOrders(merchant)).map(({ refNumber }) => refNumber);
    expect(references).toHaveLength(3);
    expect(new Set(references)).toEqual(new Set(['before', 'first', 'other']));
  });

  test('is recognized when a cluster worker reports only that a row exists', async () => {
    const merchant = await makeMerchant(server);
    await failWrites(
      server.deps.db,
      {
        merchantId: merchant.merchant.id,
        table: 'idempotency_keys',
        when: `exists (select from idempotency_keys kept
          where kept.merchant_id = new.merchant_id and kept.key = new.key)`,
      },
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "idempotency_keys_pkey_102169"',
      },
    );
    const { db, clock } = server.deps;
    const now = clock.now();
    const body = NewOrder.parse(newOrderPayload());
    const request = { merchantId: merchant.merchant.id, key: 'x', call: 'POST /orders', body, now };
    const create = () => writeCreations(db, { ...merchant, now }, [request]);
    const [first] = await create();
    expect(first?.status).toBe('fulfilled');
    expect(await create()).toEqual([first]);
  });

  test('lets one of many simultaneous requests create the order', async () => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        merchant.call('POST', '/orders', { payload, ...keyed('race') }),
      ),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    const refused = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(new Set(created.map((response) => response.json<Order>().id)).size).toBe(1);
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'request_in_progress'));
  });
});

const address = (street: string, city: string, province: string, postalCode: string) => ({
  street,
  city,
  province,
  postalCode,
  country: 'CA' as const,
});

describe('an order that cannot be carried says why', () => {
  test.each([
    [
      'GEOCODEDFAILED',
      'an address that does not exist',
      { recipientAddress: address('1 Nowhere Rd', 'Nowhere', 'ON', 'K9Z 9Z9') },
    ],
    [
      'OUT_OF_FSA',
      'an address outside every service area',
      { recipientAddress: address('4920 52 St', 'Yellowknife', 'NT', 'X1A 3T1') },
    ],
    [
      'UNSUPPORTED_WEIGHT',
      'a package over the limit',
      { packages: [{ weightOptions: { weight: 501, unit: 'lb' as const } }] },
    ],
    [
      'RATE_FAILED',
      'a service that does not reach the destination',
      {
        service: 'SAMEDAY' as const,
        recipientAddress: address('900 Granville St', 'Vancouver', 'BC', 'V6Z 1K3'),
      },
    ],
    [
      'INVALIDTIME',
      'a window that is not offered',
      {
        service: 'SCHEDULED' as const,
        window: { start: TEST_NOW + 60 * DAY, end: TEST_NOW + 60 * DAY + HOUR },
      },
    ],
  ])('%s for %s', async (status, _case, changes) => {
    const merchant = await makeMerchant(server);
    const order = await placedOrder(merchant, changes);
    expect(order.orderStatus).toBe(status);
    expect(order.timelineEvents.at(-1)?.event).toBe(status);
  });

  test('a heavy order is carried only for merchants with the feature', async () => {
    const heavy = { packages: [{ weightOptions: { weight: 120, unit: 'lb' as const } }] };
    const without = await makeMerchant(server);
    expect((await placedOrder(without, heavy)).orderStatus).toBe('UNSUPPORTED_WEIGHT');

    const withFeature = await makeMerchant(server);
    const flag = 'heavy-parcel-consolidation-v1';
    await setFlag(server.deps, { flag, merchantId: withFeature.merchant.id }, true);
    expect(await placedOrder(withFeature, heavy)).toMatchObject({
      orderStatus: 'GEOCODED',
      deliveryType: 'HEAVY',
    });
  });
});

describe('creating an order', () => {
  test('a created order belongs to the merchant, waits in CREATED and keeps its values', async () => {
    const merchant = await makeMerchant(server);
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({
        refNumber: ' A-1 ',
        tags: ['fragile', 'fragile'],
        notes: 'Sonnez deux fois',
        customFields: [{ name: 'po', value: '77' }],
      }),
    });
    expect(response.statusCode).toBe(201);
    const order = Order.parse(response.json());
    expect(order).toMatchObject({
      merchantId: merchant.merchant.id,
      createdBy: merchant.username,
      orderStatus: 'CREATED',
      createdAt: TEST_NOW,
      source: 'api',
      refNumber: 'A-1',
      tags: ['fragile'],
      recipient: { name: 'Zoé Tremblay', phone: '+14165550142' },
      packageCount: 1,
    });
    expect(isTrackingNumber(order.trackingNumber)).toBe(true);
    expect(order.packages[0]?.trackingNumber).toBe(`${order.trackingNumber}-1`);
  });

  test('a moment later it is located and rated, with its promise and a second timeline event', async () => {
    const merchant = await makeMerchant(server);
    const order = Order.parse(await placedOrder(merchant));
    expect(order.orderStatus).toBe('GEOCODED');
    expect(order.validAddress).toBe(true);
    expect(order.recipientAddress.location).toBeDefined();
    expect(order.rateChoice).toMatchObject({ service: 'NEXTDAY', deliveryService: 'TO_THE_DOOR' });
    expect(order.rateChoice?.price).toBeGreaterThan(0);
    expect(order.completeBefore).toBeGreaterThan(TEST_NOW);
    expect(order.timelineEvents.map(({ event }) => event)).toEqual(['CREATED', 'GEOCODED']);
  });

  test('a coordinate is used only when the merchant says to trust it', async () => {
    const merchant = await makeMerchant(server);
    const location = { lat: 43.6561, lng: -79.3802 };
    const recipientAddress = { ...newOrderPayload().recipientAddress, location };
    const ignored = await placedOrder(merchant, { recipientAddress });
    expect(ignored.recipientAddress.location).not.toEqual(location);
    const trusted = await placedOrder(merchant, { recipientAddress, useCoordinate: true });
    expect(trusted.recipientAddress.location).toEqual(location);
  });

  test('the window of a scheduled order is kept as its first promise', async () => {
    const merchant = await makeMerchant(server);
    const window = await offeredWindow(merchant);
    expect(await placedOrder(merchant, { service: 'SCHEDULED', window })).toMatchObject({
      orderStatus: 'GEOCODED',
      completeAfter: window.start,
      completeBefore: window.end,
      originalCompleteAfter: window.start,
      originalCompleteBefore: window.end,
    });
  });

  test('each package has its own number, also when only counted', async () => {
    const merchant = await makeMerchant(server);
    const order = await makeOrder(merchant, { packages: undefined, packageCount: 3 });
    expect(order.packages.map(({ trackingNumber }) => trackingNumber)).toEqual(
      [1, 2, 3].map((number) => `${order.trackingNumber}-${number}`),
    );
  });

  test('handing over against a signature follows from the delivery service', async () => {
    const merchant = await makeMerchant(server);
    expect(await makeOrder(merchant, { deliveryService: 'THRESHOLD' })).toMatchObject({
      signatureRequired: true,
    });
    expect(await makeOrder(merchant)).toMatchObject({
      deliveryService: 'TO_THE_DOOR',
      signatureRequired: false,
    });
  });

  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `field ${index}`, value: 'x' }));

  test.each([
    [{ deliveryService: 'WHITE_GLOVE' }, 'deliveryService', /not offered for this order/],
    [{ deliveryService: 'ROOM_OF_CHOICE' }, 'deliveryService', /not offered for this order/],
    [{ customFields: fields(4) }, 'customFields', /^At most 3 custom fields\.$/],
  ] as const)('a parcel is refused with %j', async (changes, path, message) => {
    const merchant = await makeMerchant(server);
    const payload = { ...newOrderPayload(), ...changes };
    for (const url of ['/orders', '/orders/similar']) {
      const response = await merchant.call('POST', url, { payload });
      expect(response.statusCode).toBe(400);
      expect(errorsOf(response)).toEqual([
        { path, message: expect.stringMatching(message) as string },
      ]);
    }
  });

  test('a heavy order or a booking may be carried into the home, with three custom fields', async () => {
    const merchant = await makeMerchant(server);
    const heavy = { weightOptions: { weight: 90, unit: 'lb' as const } };
    for (const changes of [{ packages: [heavy] }, { service: 'CUSTOMER_BOOKING' as const }]) {
      const response = await merchant.call('POST', '/orders', {
        payload: newOrderPayload({
          ...changes,
          deliveryService: 'WHITE_GLOVE',
          customFields: fields(3),
        }),
      });
      expect(response.statusCode, response.body).toBe(201);
    }
  });
});

test('the items of an order may hold 120 kB of text together', async () => {
  const { call } = await makeMerchant(server);
  const create = (name: string) => {
    const orderItems = Array.from({ length: 500 }, () => ({ name, quantity: 1 }));
    return call('POST', '/orders', { payload: newOrderPayload({ orderItems }) });
  };
  expect((await create('é'.repeat(120))).statusCode).toBe(201);
  const refused = await create('é'.repeat(121));
  expect(refused.statusCode).toBe(400);
  expect(errorsOf(refused)).toEqual([
    { path: 'orderItems', message: expect.stringMatching('^The items hold more than 120 kB') },
  ]);
});

test('the recipient’s phone is required unless optional for the merchant', async () => {
  const [usual, relaxed] = [
    await makeMerchant(server),
    await makeMerchant(server, { phoneOptional: true }),
  ];
  const payload = newOrderPayload({ recipient: { name: 'Zoé' } });
  const refused = await usual.call('POST', '/orders', { payload, headers: { locale: 'FR' } });
  expect(refused.statusCode).toBe(400);
  expect(errorsOf(refused)).toEqual([{ path: 'recipient.phone', message: 'Obligatoire' }]);
  expect((await relaxed.call('POST', '/orders', { payload })).statusCode).toBe(201);
});

describe('the weight of a package', () => {
  const weighing = (weight: number, unit: 'lb' | 'kg' = 'lb') => ({
    weightOptions: { weight, unit },
    sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' as const },
  });

  test.each([
    ['less than nothing', [weighing(-1)], 'packages.0.weightOptions.weight'],
    ['a billion pounds', [weighing(1e9)], 'packages.0.weightOptions.weight'],
    ['little, 100 times', Array.from({ length: 100 }, () => weighing(1)), 'packages'],
  ])('is refused when it is %s', async (_, packages, path) => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload({ packages });
    const response = await merchant.call('POST', '/orders', { payload });
    expect(response.statusCode).toBe(400);
    expect(errorsOf(response)?.[0]).toMatchObject({ path });
  });

  test('may be an ounce, and in other units than the next one', async () => {
    const merchant = await makeMerchant(server);
    const packages = [
      weighing(0.05),
      ...Array.from({ length: 98 }, (_, index) => weighing(1, index % 2 === 0 ? 'kg' : 'lb')),
    ];
    const order = await placedOrder(merchant, { packages });
    expect(order.orderStatus).toBe('GEOCODED');
    expect(order.packages.map(({ weightOptions }) => weightOptions)).toEqual(
      packages.map(({ weightOptions }) => weightOptions),
    );
  });
});
