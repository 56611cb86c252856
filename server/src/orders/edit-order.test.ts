import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/orders/new-order';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { setFlag } from '../flags/flags.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { scannedOrder } from '../testing/carrier-events.ts';
import {
  countOrders,
  edit,
  makePlacedOrder,
  placedOrder,
  readHistory,
  readOrder,
  refusedEdit,
  sendEdit,
} from '../testing/edit-orders.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { offeredWindow } from '../testing/make-order.ts';
import { updateOrders } from './order-queries.ts';

const server = useTestServer();

const MANY = Array.from({ length: MOST_TAGS }, (_, index) => `tag ${index}`);

const callTags =
  (name: 'addTags' | 'removeTags') =>
  ({ call }: TestMerchant, id: string, payload: string[], locale = 'EN') =>
    call('PATCH', `/orders/${id}/${name}`, { payload, headers: { locale } });
const addTags = callTags('addTags');
const removeTags = callTags('removeTags');

const tagged =
  (...tags: string[]) =>
  (order: Order): Order => ({ ...order, tags, labelPrintedAt: TEST_NOW });

test('tags are added once, as typed, and removed', async () => {
  const { merchant, id } = await makeInsertedOrder(server, tagged('gift'));
  const added = await addTags(merchant, id, ['Fragile', ' Noël  2026 ', 'Fragile', 'gift']);
  expect(added.json()).toMatchObject({ version: 2, tags: ['gift', 'Fragile', 'Noël 2026'] });
  const removed = await removeTags(merchant, id, ['gift', 'unknown']);
  expect(removed.json()).toMatchObject({ version: 3, tags: ['Fragile', 'Noël 2026'] });
  expect(await readOrder(merchant, id)).toEqual(removed.json());

  expect(await countOrders(merchant, 'tags=Fragile&includeTags=true')).toBe(1);
  const changes = (await readHistory(merchant, id)).map((entry) => entry.changes);
  expect(changes).toEqual([
    [{ field: 'tags', from: 'gift' }],
    [
      { field: 'tags', to: 'Fragile' },
      { field: 'tags', to: 'Noël 2026' },
    ],
  ]);
});

test('adding a present tag or removing an absent one changes nothing', async () => {
  const { merchant, order } = await makeInsertedOrder(server, tagged('gift'));
  expect((await addTags(merchant, order.id, ['gift'])).json()).toEqual(order);
  expect((await removeTags(merchant, order.id, ['unknown'])).json()).toEqual(order);
  expect(await readHistory(merchant, order.id)).toEqual([]);
});

test('an order has at most 50 tags, also when added concurrently', async () => {
  const { merchant, id } = await makeInsertedOrder(server, tagged(...MANY.slice(2)));
  const answers = await Promise.all(['a', 'b', 'c'].map((tag) => addTags(merchant, id, [tag])));
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.json<Problem>()).toMatchObject({
    code: 'too_many_tags',
    detail: 'An order can have at most 50 tags. Remove one first.',
  });
  expect((await readOrder(merchant, id)).tags).toHaveLength(MOST_TAGS);
});

test.each([
  [['x'.repeat(1000)], '0', `At most ${LONGEST_TAG} characters.`],
  [Array.from({ length: 500 }, (_, index) => `${index}`), '', 'At most 50 tags.'],
  [[], '', 'At least one tag is needed.'],
  [['ok', '  '], '1', 'Required'],
])('tags that cannot be are refused with the reason', async (tags, path, message) => {
  const { merchant, order } = await makeInsertedOrder(server);
  for (const change of [addTags, removeTags]) {
    const answer = await change(merchant, order.id, tags);
    expect(answer.json<Problem>()).toMatchObject({ status: 400, errors: [{ path, message }] });
  }
  expect(await readOrder(merchant, order.id)).toEqual(order);
});

test('orders in transit can be tagged, archived and others’ orders cannot', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const inStatus = (orderStatus: Order['orderStatus']) =>
    insertOrder(server, merchant, (order) => ({ ...tagged('gift')(order), orderStatus }));
  const [moving, archived] = [await inStatus('OUT_FOR_DELIVERY'), await inStatus('ARCHIVED')];
  expect((await addTags(merchant, moving.id, ['late'])).json()).toMatchObject({
    orderStatus: 'OUT_FOR_DELIVERY',
    tags: ['gift', 'late'],
  });
  for (const change of [addTags, removeTags]) {
    const refused = await change(merchant, archived.id, ['gift'], 'FR');
    expect(refused.json<Problem>()).toMatchObject({ status: 409, title: 'Archivée' });
    const foreign = await change(stranger, moving.id, ['gift']);
    expect(foreign.json<Problem>()).toMatchObject({ status: 404, code: 'order_not_found' });
  }
});

const NEVER = { start: 1_900_000_000_000, end: 1_900_000_010_000 };

test('an order with an unavailable window is placed with an offered one', async () => {
  const { merchant, order: stuck } = await makePlacedOrder(server, {
    service: 'SCHEDULED',
    window: NEVER,
  });
  expect(stuck.orderStatus).toBe('INVALIDTIME');
  const window = await offeredWindow(merchant);
  const placed = await edit(merchant, stuck.id, { window });
  expect(placed).toMatchObject({
    orderStatus: 'GEOCODED',
    service: 'SCHEDULED',
    completeAfter: window.start,
    completeBefore: window.end,
    originalCompleteAfter: window.start,
    rateChoice: { service: 'SCHEDULED' },
  });
  expect((await readHistory(merchant, stuck.id)).flatMap(({ changes }) => changes)).toEqual([
    {
      field: 'window',
      from: '2030-03-17T17:46:40.000Z/2030-03-17T17:46:50.000Z',
      to: `${new Date(window.start).toISOString()}/${new Date(window.end).toISOString()}`,
    },
  ]);
});

test('a service without a rate is changed to an available one, without the old window', async () => {
  const { merchant, order: stuck } = await makePlacedOrder(server, {
    service: 'SCHEDULED',
    window: NEVER,
  });
  const placed = await edit(merchant, stuck.id, { service: 'NEXTDAY' });
  expect(placed).toMatchObject({ orderStatus: 'GEOCODED', rateChoice: { service: 'NEXTDAY' } });
  expect(placed.completeBefore).toBe(placed.rateChoice?.epochEstimateTo);
  expect(placed.originalCompleteBefore).toBe(placed.rateChoice?.epochEstimateTo);
});

test('another unavailable service leaves the order with its new reason', async () => {
  const merchant = await makeMerchant(server);
  const away = { city: 'Winnipeg', province: 'MB', postalCode: 'R3C 4A5' };
  const { id } = await placedOrder(merchant, { service: 'SCHEDULED', window: NEVER });
  await edit(merchant, id, { recipientAddress: away, service: 'SAMEDAY' });
  expect(await readOrder(merchant, id)).toMatchObject({
    orderStatus: 'RATE_FAILED',
    service: 'SAMEDAY',
  });
  const placed = await edit(merchant, id, { service: 'STANDARD' });
  expect(placed.orderStatus).toBe('GEOCODED');
});

test('a hand-over that the new service does not allow resets to the door', async () => {
  const { merchant, id } = await makeInsertedOrder(server, {
    orderStatus: 'RATE_FAILED',
    service: 'CUSTOMER_BOOKING',
    deliveryService: 'WHITE_GLOVE',
  });
  expect(await edit(merchant, id, { service: 'NEXTDAY' })).toMatchObject({
    service: 'NEXTDAY',
    deliveryService: 'TO_THE_DOOR',
  });
});

test('service and window must match', async () => {
  const { merchant, order: stuck } = await makePlacedOrder(server, {
    service: 'SCHEDULED',
    window: NEVER,
  });
  const paths = async (body: Parameters<typeof edit>[2]) =>
    (await refusedEdit(merchant, stuck.id, body)).errors;
  const window = await offeredWindow(merchant);
  expect(await paths({ service: 'NEXTDAY', window })).toEqual([
    { path: 'window', message: expect.stringContaining('does not use a delivery window') },
  ]);
  const other = await insertOrder(server, merchant, {
    orderStatus: 'RATE_FAILED',
    service: 'SAMEDAY',
  });
  expect((await refusedEdit(merchant, other.id, { service: 'SCHEDULED' })).errors).toEqual([
    { path: 'window', message: expect.stringContaining('Choose a delivery window') },
  ]);
});

test('the service of an order that was placed is fixed', async () => {
  const { merchant, order: placed } = await makePlacedOrder(server);
  expect((await refusedEdit(merchant, placed.id, { service: 'FLEX' })).errors).toEqual([
    { path: 'service', message: expect.stringContaining('only while the order needs attention') },
  ]);
  expect(await edit(merchant, placed.id, { service: placed.service })).toEqual(placed);
});

const COUNT = 'Enter a whole number from 1 to 99.';
const UNKNOWN = 'This field does not exist.';

test.each([
  [{ packageCount: 0 }, 'packageCount', COUNT],
  [{ packageCount: -1 }, 'packageCount', COUNT],
  [{ packageCount: 1e9 }, 'packageCount', COUNT],
  [{ packageCount: 1.5 }, 'packageCount', COUNT],
  [{ packageCount: '2' }, 'packageCount', COUNT],
  [{ recipient: { phone: '12345' } }, 'recipient.phone', 'Phone Number is invalid'],
  [{ recipient: { name: ' ' } }, 'recipient.name', 'Required'],
  [{ recipient: { email: 'nobody' } }, 'recipient.email', expect.stringContaining('not valid')],
  [
    { recipientAddress: { postalCode: '' } },
    'recipientAddress.postalCode',
    expect.stringContaining('A1A 1A1'),
  ],
  [{ recipientAddress: { street: '' } }, 'recipientAddress.street', 'Required'],
  [{ notes: 'x'.repeat(2001) }, 'notes', 'At most 2,000 characters.'],
  [{ deliveryService: 'DRONE' }, 'deliveryService', expect.any(String)],
  [{ tags: ['gift'] }, 'tags', UNKNOWN],
  [{ recipientAddress: { location: { lat: 0, lng: 0 } } }, 'recipientAddress.location', UNKNOWN],
])('an edit of %j is refused with the field named', async (payload, path, message: unknown) => {
  const { merchant, order } = await makeInsertedOrder(server);
  const answer = await merchant.call('PATCH', `/orders/${order.id}/updateOrder`, { payload });
  expect(answer.json<Problem>()).toMatchObject({
    status: 400,
    code: 'invalid_request',
    errors: [{ path, message }],
  });
  expect(await readOrder(merchant, order.id)).toEqual(order);
});

test('each unknown field is named, in the language of the request', async () => {
  const { merchant, id } = await makeInsertedOrder(server);
  const answer = await merchant.call('PATCH', `/orders/${id}/updateOrder`, {
    payload: { orderStatus: 'DELIVERED', price: 0, notes: 'x'.repeat(2001) },
    headers: { locale: 'FR' },
  });
  expect(errorsOf(answer)).toEqual([
    { path: 'notes', message: 'Au plus 2\u00a0000 caractères.' },
    { path: 'orderStatus', message: 'Ce champ n’existe pas.' },
    { path: 'price', message: 'Ce champ n’existe pas.' },
  ]);
});

const flag = 'heavy-parcel-consolidation-v1';

test('an edit cleans and writes given fields, keeps absent ones, and clears those that are null', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, {
    notes: 'Ring twice',
    tags: ['gift'],
  });
  server.setNow(TEST_NOW + MINUTE);
  const after = await edit(merchant, before.id, {
    recipient: { email: null, phone: '(647) 555-0199' },
    recipientAddress: { unit: null, isBusinessAddress: true },
    notes: ' Leave it\r\nat the desk ',
  });
  expect(after).toEqual({
    ...before,
    version: before.version + 1,
    modified: TEST_NOW + MINUTE,
    recipient: { name: 'Zoé Tremblay', phone: '+16475550199' },
    dtoRecipientAddress: {
      ...before.dtoRecipientAddress,
      unit: undefined,
      isBusinessAddress: true,
    },
    recipientAddress: { ...before.recipientAddress, unit: undefined },
    notes: 'Leave it\nat the desk',
  });
  expect(await readOrder(merchant, before.id)).toEqual(after);

  const cleared = await edit(merchant, before.id, { notes: null, recipient: { name: 'Zoë' } });
  expect(cleared.notes).toBeUndefined();
  expect(cleared.recipient).toEqual({ name: 'Zoë', phone: '+16475550199' });
});

test('an edited order is found by its new values only', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await edit(merchant, id, {
    recipient: { name: 'Amélie Roy', email: 'amelie@example.com' },
    recipientAddress: { isBusinessAddress: true },
  });
  const row = await server.deps.db
    .selectFrom('orders')
    .select(['recipient_name', 'is_business', 'version', 'document'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { version, recipient } = JSON.parse(row.document) as Order;
  expect(row).toMatchObject({ recipient_name: recipient.name, is_business: true, version });
  expect(await countOrders(merchant, 'freeSearch=amelie')).toBe(1);
  expect(await countOrders(merchant, 'freeSearch=tremblay')).toBe(0);
  expect(await countOrders(merchant, 'isBusinessAddress=true')).toBe(1);
});

test('an edit that changes nothing writes nothing and returns the order', async () => {
  const { merchant, order: before } = await makePlacedOrder(server, { notes: 'Ring twice' });
  const history = await readHistory(merchant, before.id);
  const same = {
    recipient: { name: ' Zoé  Tremblay', phone: '416 555 0142', email: 'zoe@example.com' },
    recipientAddress: { postalCode: 'm5b1c6', street: '25 Dundas St E', unit: '804' },
    notes: 'Ring twice',
    packageCount: 1,
    deliveryService: 'TO_THE_DOOR' as const,
  };
  for (const nothing of [{}, { version: 1 }, { recipient: {} }, same]) {
    expect(await edit(merchant, before.id, nothing)).toEqual(before);
  }
  expect(await readOrder(merchant, before.id)).toEqual(before);
  expect(await readHistory(merchant, before.id)).toEqual(history);
});

test('an order can be edited until the carrier has it, or it is cancelled or archived', async () => {
  const merchant = await makeMerchant(server);
  const rejections = new Map<OrderStatus, string>();
  for (const orderStatus of OrderStatus.options) {
    const order = await insertOrder(server, merchant, { orderStatus });
    const answer = await sendEdit(merchant, order.id, { notes: 'Ring twice' });
    if (answer.statusCode !== 200) {
      rejections.set(orderStatus, answer.json<{ code: string }>().code);
    }
    const { notes } = await readOrder(merchant, order.id);
    expect(notes).toBe(answer.statusCode === 200 ? 'Ring twice' : undefined);
  }
  const editable = OrderStatus.options.filter((status) => !rejections.has(status));
  expect(editable).toEqual([
    ...['CREATED', 'GEOCODED', 'GEOCODEDFAILED', 'OUT_OF_FSA', 'UNSUPPORTED_WEIGHT'],
    ...['RATE_FAILED', 'INVALIDTIME', 'PICKUP_READY'],
  ]);
  expect(rejections.get('CANCELLED')).toBe('order_cancelled');
  expect(rejections.get('ARCHIVED')).toBe('order_archived');
  expect(rejections.get('OUT_FOR_DELIVERY')).toBe('order_picked_up');
});

test('a ready order with a scanned package cannot be edited, not even with invalid values', async () => {
  const { merchant, id } = await makeInsertedOrder(server, (order) =>
    scannedOrder({ ...order, orderStatus: 'PICKUP_READY' }, TEST_NOW),
  );
  const nowhere = { recipientAddress: { postalCode: 'X9X 9X9' } };
  expect(await refusedEdit(merchant, id, nowhere)).toMatchObject({ code: 'order_scanned' });
});

describe('the phone', () => {
  test('cannot be removed unless optional for the merchant', async () => {
    const { merchant, id } = await makeInsertedOrder(server);
    expect(await refusedEdit(merchant, id, { recipient: { phone: null } }, 'FR')).toEqual({
      status: 400,
      code: 'invalid_request',
      errors: [{ path: 'recipient.phone', message: 'Obligatoire' }],
    });
    const relaxed = await makeMerchant(server, { phoneOptional: true });
    const order = await insertOrder(server, relaxed);
    const { recipient } = await edit(relaxed, order.id, { recipient: { phone: null } });
    expect(recipient.phone).toBeUndefined();
  });

  test('is not required when another field is edited', async () => {
    const { merchant, id } = await makeInsertedOrder(server, { recipient: { name: 'Zoé' } });
    expect((await edit(merchant, id, { notes: 'Ring' })).notes).toBe('Ring');
  });
});

describe('the delivery service', () => {
  test('can be chosen only with the flag, and decides on the signature', async () => {
    const { merchant, id } = await makePlacedOrder(server);
    expect(await refusedEdit(merchant, id, { deliveryService: 'THRESHOLD' })).toMatchObject({
      status: 400,
      errors: [
        {
          path: 'deliveryService',
          message: 'The delivery service cannot be changed with your account.',
        },
      ],
    });
    await setFlag(server.deps, { flag, merchantId: merchant.merchant.id }, true);
    const signed = await edit(merchant, id, { deliveryService: 'THRESHOLD' });
    expect(signed).toMatchObject({
      deliveryService: 'THRESHOLD',
      signatureRequired: true,
      orderStatus: 'GEOCODED',
      rateChoice: { deliveryService: 'THRESHOLD' },
    });
    const left = await edit(merchant, id, { deliveryService: 'TO_THE_DOOR' });
    expect(left).toMatchObject({ signatureRequired: false });
    expect(await refusedEdit(merchant, id, { deliveryService: 'WHITE_GLOVE' }, 'FR')).toMatchObject(
      {
        errors: [
          {
            path: 'deliveryService',
            message: 'Ce service de livraison n’est pas offert pour cette commande.',
          },
        ],
      },
    );
  });

  test('of a heavy order keeps its heavy package from being taken away', async () => {
    const merchant = await makeMerchant(server);
    await setFlag(server.deps, { flag, merchantId: merchant.merchant.id }, true);
    const { id } = await placedOrder(merchant, {
      packages: [{}, { weightOptions: { weight: 90, unit: 'lb' } }],
      deliveryService: 'WHITE_GLOVE',
    });
    expect(await refusedEdit(merchant, id, { packageCount: 1 })).toMatchObject({
      errors: [{ path: 'deliveryService' }],
    });
    const both = { packageCount: 1, deliveryService: 'THRESHOLD' } as const;
    expect(await edit(merchant, id, both)).toMatchObject({ deliveryType: 'PARCEL' });
  });
});

test('an order edited while it waits to be located keeps the edit', async () => {
  const { merchant, order: draft } = await makeInsertedOrder(server);
  const after = await edit(merchant, draft.id, { packageCount: 3 });
  expect(after).toMatchObject({ orderStatus: 'CREATED', packageCount: 3 });
  const failed = { ...after, orderStatus: 'GEOCODEDFAILED' } as const;
  await updateOrders(server.deps.db, after.merchantId, [{ before: after, order: failed }]);
  const still = await edit(merchant, draft.id, { packageCount: 2 });
  expect(still).toMatchObject({ orderStatus: 'GEOCODEDFAILED', packageCount: 2 });
});
