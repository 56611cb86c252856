import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import {
  customerRedactBody,
  dataRequestBody,
  shopRedactBody,
} from '../../../demo/src/development-shop/storefront.ts';
import { restoreOrder } from '../orders/delete-orders.ts';
import { findDeletedOrders } from '../orders/deleted-order-queries.ts';
import { findOrdersForUpdate, moveToDeletedOrders } from '../orders/order-queries.ts';
import { redactRecipients } from '../orders/redact-recipients.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { readOrder } from '../testing/edit-orders.ts';
import { whileHeld } from '../testing/held-orders.ts';
import {
  buy,
  type LinkedShop,
  linkByCalls,
  listJobs,
  makeLinkedShop,
  makeShopOrder,
  sendWebhook,
  shopOf,
  waitUntil,
  waitUntilNoJobs,
  waitUntilReconciled,
} from '../testing/linked-shop.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { codeOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';
import { JPEG } from '../testing/sample-pictures.ts';
import { securityEvents } from '../testing/security-events.ts';
import { countWaiting } from '../testing/test-database.ts';
import { linksOf, useDriver } from '../testing/use-driver.ts';
import { exportCustomerData, listAllDataRequests } from './privacy.ts';
import { deleteShopOrders } from './shop-order-queries.ts';

const server = useTestServer();
const { upload } = useDriver(server);

const read = ({ merchant }: LinkedShop, id: string) => readOrder(merchant, id);
const nameOf = async (linked: LinkedShop, id: string) => (await read(linked, id)).recipient.name;

async function audited({ merchant }: LinkedShop, action: string): Promise<(string | null)[]> {
  const about = { merchantId: merchant.merchant.id };
  const rows = await securityEvents(server.deps.db, action, about);
  return rows.map(({ subject }) => subject);
}

async function storedTexts({ merchant }: LinkedShop): Promise<string[]> {
  const { id } = merchant.merchant;
  const { rows } = await sql<{ text: string }>`
    select document::text as text from orders where merchant_id = ${id}
    union all select recipient_name || search from orders where merchant_id = ${id}
    union all select search from searchable_orders where merchant_id = ${id}
    union all select document::text from deleted_orders where merchant_id = ${id}
    union all select changes::text from order_edits where merchant_id = ${id}
    union all select details::text from audit_entries where merchant_id = ${id}
    union all select document::text from saved_addresses where merchant_id = ${id}
    union all select document::text from shop_orders where merchant_id = ${id}`.execute(
    server.deps.db,
  );
  return rows.map(({ text }) => text.toLowerCase());
}

const PERSONAL = /okafor|amelie|amélie|4165550142|dundas|ring twice|4711|neighbour|engraved/;
const BUYER = { name: 'Amélie Okafor', phone: '+14165550142' };
const NEIGHBOUR = {
  recipient: { name: 'Wei Chen', phone: '+14165550199' },
  address: { ...newOrderPayload().recipientAddress, street: '27 Yonge St' },
};

async function deliver(order: Order): Promise<void> {
  const carrier = await makeCarrier(server);
  const id = (await upload(order.trackingNumber, JPEG)).json<{ id: string }>().id;
  const at = (minutes: number) => TEST_NOW + minutes * MINUTE;
  const task = { id: 'T1', shortId: 'T1', taskType: 'DROPOFF', taskStatus: 'FAILED' } as const;
  const said = { completionNotes: 'Left with the neighbour', completionPhotos: [id] };
  const { trackingNumber } = order;
  const events = [
    statusReport(order, 'CARRIER_PICKED_UP', at(1)),
    statusReport(order, 'OUT_FOR_DELIVERY', at(2)),
    { id: 'task', trackingNumber, at: at(3), type: 'TASK', task: { ...task, ...said } },
    statusReport(order, 'DELIVERED', at(4), {
      verificationPhotos: [id],
      signaturePhotos: [id],
      notes: 'Okafor was out',
    }),
  ] as const;
  const outcomes = await server.later(5 * MINUTE, () => carrier.report(events));
  expect(outcomes.map(({ result }) => result)).not.toContain('refused');
}

const redact = ({ domain }: LinkedShop, ids: string[]) =>
  sendWebhook(server, domain, 'customers/redact', customerRedactBody(domain, ids));

test('a webhook that names more orders than one buyer can have is refused', async () => {
  const linked = await makeLinkedShop(server);
  const ids = Array.from({ length: 10_001 }, (_, index) => String(index));
  const { domain } = linked;
  const asked = dataRequestBody(domain, ids);
  const answers = [
    await redact(linked, ids),
    await sendWebhook(server, domain, 'customers/data_request', asked),
  ];
  expect(answers.map(codeOf)).toEqual(['malformed_json', 'malformed_json']);
});

test('all orders of a shop are deleted, also more than a statement has parameters', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const ids = Array.from({ length: 70_000 }, (_, index) => String(index));
  const { id } = linked.merchant.merchant;
  await deleteShopOrders(server.deps.db, id, linked.domain, [...ids, bought.id]);
  expect(await linked.list()).toEqual([]);
});

test('erasing a buyer removes all personal data, and keeps counts', async () => {
  const linked = await makeLinkedShop(server);
  const { merchant } = linked;
  const [theirs, other] = [await buy(server, linked), await buy(server, linked)];
  const delivered = await linked.placeAndLocate(theirs.id);
  await merchant.call('PATCH', `/orders/${delivered.id}/updateOrder`, {
    payload: { recipientAddress: { street: '27 Dundas St E' } },
  });
  await waitUntilPlaced(merchant, delivered.id);
  await deliver(delivered);
  // Another order of the buyer and a return that name the shop order.
  const field = { name: 'Shopify order ID', value: `gid://shopify/Order/${theirs.id}` };
  const own = { name: 'Words', value: 'Engraved for Amélie' };
  const customFields = [field, own];
  const { originAddress, recipientAddress } = newOrderPayload();
  const returned = await makeOrder(merchant, {
    ...{ originAddress: recipientAddress, recipientAddress: originAddress, customFields },
    ...{ recipient: { name: 'Returns desk', phone: '+14165550100' }, returnFrom: BUYER },
  });
  const second = await makeOrder(merchant, { recipient: BUYER, customFields, saveAddress: true });
  const namesake = { ...BUYER, name: 'A. Okafor' };
  const third = await makeOrder(merchant, { recipient: namesake, saveAddress: true });
  await merchant.call('POST', '/orders/addresses', { payload: NEIGHBOUR });
  const elsewhere = await makeMerchant(server);
  await makeOrder(elsewhere, { recipient: BUYER, saveAddress: true });
  for (const { id } of [returned, second, third]) {
    await waitUntilPlaced(merchant, id);
    await merchant.call('DELETE', `/orders/${id}`);
  }
  const kept = await linked.placeAndLocate(other.id);
  const before = await storedTexts(linked);
  expect(before.filter((text) => PERSONAL.test(text)).length).toBeGreaterThan(8);
  expect(await linksOf(merchant, delivered)).toHaveLength(1);

  await redact(linked, [theirs.id]);
  await waitUntilNoJobs(server, linked);
  const others = [kept.id, third.id];
  const left = (await storedTexts(linked)).filter(
    (text) => !others.some((id) => text.includes(id)) && !text.includes(other.id),
  );
  expect(left.filter((text) => PERSONAL.test(text))).toEqual([]);
  expect(await linksOf(merchant, delivered)).toEqual([]);
  expect(await read(linked, delivered.id)).toMatchObject({
    ...{ orderStatus: 'DELIVERED', recipient: { name: '(redacted)' } },
    recipientAddress: { city: 'Toronto', postalCode: 'M5B 1C6' },
    rateChoice: delivered.rateChoice,
    orderItems: delivered.orderItems,
    customFields: delivered.customFields,
  });
  expect(await nameOf(linked, kept.id)).toBe(BUYER.name);
  const isThird = (text: string) =>
    text.includes(third.id) && text.includes(namesake.name.toLowerCase());
  expect((await storedTexts(linked)).filter(isThird)).toHaveLength(1);
  const bookOf = async ({ call }: Pick<TestMerchant, 'call'>) =>
    (await call('GET', '/orders/addresses')).json<object>();
  expect(await bookOf(elsewhere)).toMatchObject({ addresses: [{ recipient: BUYER }] });
  expect(await bookOf(merchant)).toMatchObject({ addresses: [NEIGHBOUR] });

  const late = await upload(delivered.trackingNumber, JPEG);
  expect(codeOf(late)).toBe('order_deleted');
  const { report } = await makeCarrier(server);
  const { trackingNumber } = delivered;
  const task = { id: 'T2', shortId: 'T2', taskType: 'DROPOFF', taskStatus: 'COMPLETED' } as const;
  const said = { ...task, completionNotes: 'Okafor waved' };
  const at = TEST_NOW + MINUTE;
  await server.later(5 * MINUTE, () =>
    report([{ id: 'late', trackingNumber, at, type: 'TASK', task: said }]),
  );
  expect((await read(linked, delivered.id)).tasks).toMatchObject([{ id: 'T1' }, task]);
  expect(JSON.stringify(await read(linked, delivered.id))).not.toContain('Okafor');
  expect(await audited(linked, 'shop.customer_redacted')).toEqual([
    `${linked.domain} ${theirs.id}`,
  ]);
});

test('erasing waits for a delivery in progress, for at most four weeks', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const order = await linked.placeAndLocate(bought.id);
  await redact(linked, [bought.id]);
  await waitUntil(async () =>
    (await listJobs(server, linked)).some(
      ({ name, hours }) => name === 'redact-recipients' && hours > 20,
    ),
  );
  expect(await nameOf(linked, order.id)).toBe(BUYER.name);
  const { id: merchantId } = linked.merchant.merchant;
  await redactRecipients(server.deps, { merchantId, orderIds: [order.id], until: TEST_NOW });
  expect(await nameOf(linked, order.id)).toBe('(redacted)');
});

test('erasing reaches an order that is restored at the same time', async () => {
  const merchant = await makeMerchant(server);
  const { id: merchantId } = merchant.merchant;
  const [deleted, held] = [await makeOrder(merchant), await makeOrder(merchant)];
  await merchant.call('DELETE', `/orders/${deleted.id}`);
  const waiting = () => countWaiting(server.deps.db);
  let isRestored = false;
  const orderIds = [deleted.id, held.id];
  const both = await whileHeld(server, { merchant, id: held.id }, async () => {
    const erasing = redactRecipients(server.deps, { merchantId, orderIds, until: 0 });
    await waitUntil(async () => (await waiting()) > 0);
    const restoring = restoreOrder(server.deps, merchantId, deleted.id).then(() => {
      isRestored = true;
    });
    await waitUntil(async () => isRestored || (await waiting()) > 1);
    return [erasing, restoring];
  });
  await Promise.all(both);
  expect((await readOrder(merchant, deleted.id)).recipient.name).toBe('(redacted)');
});

test('erasing reaches an order that is deleted at the same time', async () => {
  const merchant = await makeMerchant(server);
  const { id: merchantId } = merchant.merchant;
  const { id } = await makeOrder(merchant);
  const { db } = server.deps;
  const erasing = await db.transaction().execute(async (trx) => {
    const orders = await findOrdersForUpdate(trx, merchantId, [id]);
    const waiting = redactRecipients(server.deps, { merchantId, orderIds: [id], until: 0 });
    await waitUntil(async () => (await countWaiting(db)) > 0);
    await moveToDeletedOrders(trx, merchantId, orders, { at: TEST_NOW, by: 'someone' });
    return [waiting];
  });
  await Promise.all(erasing);
  const [deleted] = await findDeletedOrders(db, merchantId, [id]);
  expect(deleted?.recipient.name).toBe('(redacted)');
});

test('privacy requests are honoured after unlinking, also for the former merchant', async () => {
  const linked = await makeLinkedShop(server);
  const { domain, merchant } = linked;
  const [one, two] = [await buy(server, linked), await buy(server, linked)];
  const [first, last] = [await linked.placeAndLocate(one.id), await linked.placeAndLocate(two.id)];
  await deliver(first);
  await deliver(last);
  await linked.call('DELETE', `/link?shop=${domain}`);

  await sendWebhook(server, domain, 'customers/data_request', dataRequestBody(domain, [one.id]));
  expect(await audited(linked, 'shop.data_requested')).toHaveLength(1);
  await redact(linked, [one.id]);
  await waitUntil(async () => (await nameOf(linked, first.id)) === '(redacted)');
  expect(await nameOf(linked, last.id)).toBe(BUYER.name);

  const other = `other-${domain}`;
  await linkByCalls(server, merchant, other);
  await waitUntilReconciled(server, merchant);
  const elsewhere = shopOf(server, merchant, other);
  const kept = await elsewhere.placeAndLocate((await buy(server, elsewhere)).id);
  await deliver(kept);
  const next = await makeMerchant(server);
  await linkByCalls(server, next, domain);
  await waitUntilReconciled(server, next);
  await sendWebhook(server, domain, 'shop/redact', shopRedactBody(domain));
  await waitUntil(async () => (await nameOf(linked, last.id)) === '(redacted)');
  expect(await audited(linked, 'shop.redacted')).toEqual([domain]);
  await waitUntilNoJobs(server, { merchant: next });
  expect(await audited({ ...linked, merchant: next }, 'shop.redacted')).toEqual([]);
  expect(await nameOf(linked, kept.id)).toBe(BUYER.name);
  expect(await elsewhere.list()).toHaveLength(1);
  expect((await merchant.call('GET', `/orders/${last.id}`)).statusCode).toBe(200);
});

test('a buyer’s data is exported with their orders, edits and addresses', async () => {
  const linked = await makeLinkedShop(server);
  const [theirs, other] = [await buy(server, linked), await buy(server, linked)];
  const order = await linked.placeAndLocate(theirs.id);
  await linked.placeAndLocate(other.id);
  await linked.merchant.call('PATCH', `/orders/${order.id}/updateOrder`, {
    payload: { notes: 'Ring thrice' },
  });
  await makeOrder(await makeMerchant(server), { recipient: BUYER, saveAddress: true });
  await linked.merchant.call('POST', '/orders/addresses', { payload: NEIGHBOUR });
  const { domain } = linked;
  await sendWebhook(server, domain, 'customers/data_request', dataRequestBody(domain, [theirs.id]));
  await sendWebhook(server, domain, 'customers/data_request', dataRequestBody(domain, [other.id]));
  const requestFor = async (id: string) =>
    (await listAllDataRequests(server.deps.db)).find((one) => one.shopOrderIds.includes(id));
  const request = await requestFor(theirs.id);
  expect(request).toMatchObject({ requestId: '9999', shop: domain, exportedAt: null });
  const data = await exportCustomerData(server.deps, request?.id ?? '', async () => undefined);
  expect(data).toMatchObject({
    shopOrders: [{ shopOrderId: theirs.id, email: 'amelie@example.com' }],
    orders: [{ id: order.id, recipient: BUYER, timelineEvents: expect.any(Array) }],
    edits: [{ orderId: order.id }],
    addressBook: [],
  });
  expect(JSON.stringify(data)).not.toContain(other.id);
  expect(await requestFor(other.id)).toMatchObject({ exportedAt: null });
  expect(await audited(linked, 'shop.data_exported')).toHaveLength(1);
});
