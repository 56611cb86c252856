import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { OrderStatus } from '@portage/contract/orders/order-status';
import { setFlag } from '../../flags/flags.ts';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import {
  edit,
  placedOrder,
  readHistory,
  readOrder,
  refusedEdit,
  sendEdit,
} from '../../testing/edit-orders.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant } from '../../testing/make-merchant.ts';
import { updateOrders } from '../order-queries.ts';
import { recordScan } from '../record-scan.ts';
import { MINUTE } from '../../durations.ts';

const server = useTestServer();
const flag = 'heavy-parcel-consolidation-v1';

const printed = (order: Order): Order => ({ ...order, labelPrintedAt: TEST_NOW });
const scanned = (order: Order) =>
  recordScan(order, { trackingNumber: `${order.trackingNumber}-1`, at: TEST_NOW, city: 'Toronto' });

test('what is given is changed and cleaned, what is not stays, null takes out', async () => {
  const merchant = await makeMerchant(server);
  const before = await placedOrder(merchant, { notes: 'Ring twice', tags: ['gift'] });
  server.setNow(TEST_NOW + MINUTE);
  onTestFinished(() => server.setNow(TEST_NOW));
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

test('an edited order is found by what it is now, and by nothing it was', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await placedOrder(merchant);
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
  const count = async (query: string) =>
    (await merchant.call('GET', `/orders/count?${query}`)).json<{ count: number }>().count;
  expect(await count('freeSearch=amelie')).toBe(1);
  expect(await count('freeSearch=tremblay')).toBe(0);
  expect(await count('isBusinessAddress=true')).toBe(1);
});

test('an edit that changes nothing writes nothing and answers the order', async () => {
  const merchant = await makeMerchant(server);
  const before = await placedOrder(merchant, { notes: 'Ring twice' });
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
    const order = await insertOrder(server, merchant, (one) => ({ ...one, orderStatus }));
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

test('a ready order of which a package was scanned cannot be edited, not even wrongly', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, (order) =>
    scanned({ ...order, orderStatus: 'PICKUP_READY' }),
  );
  const nowhere = { recipientAddress: { postalCode: 'X9X 9X9' } };
  expect(await refusedEdit(merchant, id, nowhere)).toMatchObject({ code: 'order_scanned' });
});

test('another merchant’s order, a deleted one and none are the same 404', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const order = await insertOrder(server, owner);
  const deleted = await insertOrder(server, stranger);
  await stranger.call('DELETE', `/orders/${deleted.id}`);
  for (const id of [order.id, deleted.id, '019c0000-0000-7000-8000-000000000000']) {
    expect(await refusedEdit(stranger, id, { notes: 'mine' })).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
    const history = await stranger.call('GET', `/orders/${id}/history`);
    expect(history.json()).toMatchObject({ status: 404, code: 'order_not_found' });
  }
  expect(await readOrder(owner, order.id)).toEqual(order);
});

test('a printed label is stale after any edit but one that changes nothing', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, printed);
  expect((await edit(merchant, id, { notes: '' })).labelStale).toBeUndefined();
  expect((await edit(merchant, id, { notes: 'Ring twice' })).labelStale).toBe(true);
  const unprinted = await insertOrder(server, merchant);
  expect((await edit(merchant, unprinted.id, { notes: 'Ring' })).labelStale).toBeUndefined();
});

describe('the phone', () => {
  test('cannot be taken out, unless the merchant needs none', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await insertOrder(server, merchant);
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

  test('is not asked for in an edit of something else', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await insertOrder(server, merchant, (order) => ({
      ...order,
      recipient: { name: 'Zoé' },
    }));
    expect((await edit(merchant, id, { notes: 'Ring' })).notes).toBe('Ring');
  });
});

describe('the delivery service', () => {
  test('is the merchant’s to choose only with the flag, and decides on the signature', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await placedOrder(merchant);
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

test('an order that is edited while it waits to be located keeps the edit', async () => {
  const merchant = await makeMerchant(server);
  const draft = await insertOrder(server, merchant);
  const after = await edit(merchant, draft.id, { packageCount: 3 });
  expect(after).toMatchObject({ orderStatus: 'CREATED', packageCount: 3 });
  const failed = { ...after, orderStatus: 'GEOCODEDFAILED' } as const;
  await updateOrders(server.deps.db, after.merchantId, [{ before: after, order: failed }]);
  const still = await edit(merchant, draft.id, { packageCount: 2 });
  expect(still).toMatchObject({ orderStatus: 'GEOCODEDFAILED', packageCount: 2 });
});
