import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import { photoPath } from '@portage/contract/photos';
import { packageTrackingNumber, trackingNumberFrom } from '@portage/contract/tracking-number';
import { createCarrierKey } from './carrier/create-carrier-key.ts';
import { openDatabase, openPool } from './db/database.ts';
import { labelledOrder } from './labels/label-fixture.ts';
import { createMerchant } from './merchants/create-merchant.ts';
import { insertOrders } from './orders/order-queries.ts';
import { updateOrders } from './orders/order-update-queries.ts';
import { buildServer } from './server.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { merchantProfile } from './testing/make-merchant.ts';
import { JPEG } from './testing/sample-pictures.ts';

const server = useTestServer();
const MINUTE = 60_000;

const unusedNumber = () => trackingNumberFrom(crypto.getRandomValues(new Uint8Array(10)));
/** A network address that no other test asks from. */
const anAddress = () =>
  uuidv7()
    .replaceAll(/(.{4})(?=.)/g, '$1:')
    .replaceAll('-', '');

/** An order of a merchant of its own. */
async function makeOrder(
  changes: Partial<Order> = {},
  profile: Partial<Merchant> = {},
): Promise<Order> {
  const merchant = merchantProfile({ name: 'Maple & Pine', ...profile });
  await createMerchant(server.deps.db, merchant);
  const trackingNumber = unusedNumber();
  const order = labelledOrder({
    id: uuidv7(),
    merchantId: merchant.id,
    trackingNumber,
    packages: [{ trackingNumber: packageTrackingNumber(trackingNumber, 1) }],
    recipient: { name: 'Zoé Tremblay', email: 'zoe@example.com', phone: '+14165550142' },
    orderStatus: 'OUT_FOR_DELIVERY',
    ...changes,
  });
  await insertOrders(server.deps.db, [order]);
  return order;
}

const load = (path: string, options: Omit<InjectOptions, 'url'> = {}) =>
  server.app.inject({ url: `/track${path}`, ...options });

const headingOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];
const languageOf = (page: string) => /<html lang="(.*?)">/.exec(page)?.[1];

test('an order is found by its id, its tracking number and that of a package, however typed', async () => {
  const { id, trackingNumber } = await makeOrder();
  const typed = [
    id,
    id.toUpperCase(),
    trackingNumber,
    `${trackingNumber}-1`,
    encodeURIComponent(` ${trackingNumber.slice(0, 5)} ${trackingNumber.slice(5)}`).toLowerCase(),
  ];
  for (const number of typed) {
    const response = await load(`/${number}`);
    expect(response.statusCode, number).toBe(200);
    expect(headingOf(response.body)).toBe('Out for delivery');
    expect(response.body).toContain('For Zoé in Toronto');
  }
});

test('the recipient reads no more of an order than they should', async () => {
  const { recipient, recipientAddress, trackingNumber, id } = await makeOrder();
  const { body } = await load(`/${trackingNumber}`);
  const { email = '', phone = '' } = recipient;
  const { street, postalCode, unit = '' } = recipientAddress;
  for (const text of ['Tremblay', email, phone, street, postalCode, unit, id]) {
    expect(body).not.toContain(text);
  }
});

test('a page is in the merchant’s language, or the one asked for', async () => {
  const french = await makeOrder({}, { language: 'fr' });
  const pageIn = async (query: string) => (await load(`/${french.trackingNumber}${query}`)).body;
  expect(languageOf(await pageIn(''))).toBe('fr-CA');
  expect(headingOf(await pageIn(''))).toBe('En cours de livraison');
  expect(await pageIn('')).toContain('href="?lang=en"');
  expect(languageOf(await pageIn('?lang=en'))).toBe('en-CA');
  expect(languageOf(await pageIn('?lang=xx&lang=en'))).toBe('fr-CA');

  const headers = { 'accept-language': 'fr-CA,en;q=0.5' };
  expect(languageOf((await load('', { headers })).body)).toBe('fr-CA');
  expect(languageOf((await load('?lang=en', { headers })).body)).toBe('en-CA');
});

test.each([
  ['?v=1', true],
  ['?v=2', true],
  ['?v=3', false],
  ['?v=4', false],
  ['', false],
  ['?v=', false],
  ['?v=0', false],
  ['?v=-1', false],
  ['?v=1.5', false],
  ['?v=1e0', false],
  ['?v=1&v=1', false],
  ['?v[]=1', false],
  [`?v=${'1'.repeat(500)}`, false],
])('who scans a label of version 3 as %.12s is told that it is old: %s', async (query, isOld) => {
  const { trackingNumber } = await makeOrder({ labelVersion: 3 });
  const response = await load(`/${trackingNumber}${query}`);
  expect(response.statusCode).toBe(200);
  expect(response.body.includes('This label is out of date')).toBe(isOld);
});

test('a label is old as soon as its order was edited, in both languages and when the page is asked for again', async () => {
  const { trackingNumber } = await makeOrder({ labelVersion: 2 });
  const { body } = await load(`/${trackingNumber}?v=1`);
  expect(body).toContain('href="?v=1&amp;lang=fr"');
  expect(body).toContain('href="?v=1&amp;lang=en"');
  const french = await load(`/${trackingNumber}?v=1&lang=fr`);
  expect(french.body).toContain('Cette étiquette n’est plus à jour');

  const first = await makeOrder();
  expect((await load(`/${first.trackingNumber}?v=1`)).body).not.toContain('out of date');
});

test('no page is kept, listed or framed, and each runs nothing but its own script', async () => {
  const { trackingNumber } = await makeOrder();
  for (const path of [`/${trackingNumber}`, '', '/PTG1']) {
    const { headers, body } = await load(path);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const inline = Array.from(body.matchAll(/<(style|script)>(.*?)<\/\1>/gs), ([, , text]) => text);
    expect(inline).toHaveLength(path.length > 5 ? 2 : 1);
    for (const text of inline) {
      const hash = createHash('sha256')
        .update(text ?? '')
        .digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    }
  }
});

test('a page can be asked for without its content', async () => {
  const { trackingNumber } = await makeOrder();
  const response = await load(`/${trackingNumber}`, { method: 'HEAD' });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
});

test('a deleted order is answered like one that never was', async () => {
  const { merchantId, id, trackingNumber } = await makeOrder({ orderStatus: 'GEOCODED' });
  const { db } = server.deps;
  await db
    .deleteFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
  const never = unusedNumber();
  const [deleted, unknown] = [await load(`/${trackingNumber}`), await load(`/${never}`)];
  expect([deleted.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(deleted.body.replaceAll(trackingNumber, never)).toBe(unknown.body);
  expect(headingOf(unknown.body)).toBe('We cannot find this delivery');
});

test('a slip in a number is told, and what was typed stays', async () => {
  const slip = await load('?number=PTG%22%3E%3Cb%3E123&lang=fr');
  expect(slip.statusCode).toBe(404);
  expect(slip.body).toContain('une erreur doit s’y être glissée');
  expect(slip.body).toContain('value="PTG&quot;&gt;&lt;b&gt;123"');
  expect((await load(`/${'9'.repeat(500)}/a/b`)).statusCode).toBe(404);
});

test('the number typed into the form leads to its page', async () => {
  const { trackingNumber } = await makeOrder();
  const typed = encodeURIComponent(` ${trackingNumber.toLowerCase()}-1 `);
  const { statusCode, headers } = await load(`?number=${typed}&lang=fr`);
  expect([statusCode, headers.location]).toEqual([303, `/track/${trackingNumber}?lang=fr`]);
  expect((await load('?number=')).statusCode).toBe(200);
});

test('an address that asks for many unknown numbers is told to wait, and others are not', async () => {
  const { trackingNumber } = await makeOrder();
  const remoteAddress = anAddress();
  const from = { remoteAddress };
  const ask = async (number: string) => (await load(`/${number}`, from)).statusCode;
  const askMany = (count: number, number: () => string) =>
    Promise.all(Array.from({ length: count }, () => ask(number())));

  // Neither slips nor numbers that are right count.
  expect(new Set(await askMany(40, () => 'PTG123'))).toEqual(new Set([404]));
  expect(new Set(await askMany(40, () => trackingNumber))).toEqual(new Set([200]));
  expect(new Set(await askMany(30, unusedNumber))).toEqual(new Set([404]));
  expect(await ask(trackingNumber)).toBe(200);
  expect(await ask(unusedNumber())).toBe(429);

  const refused = await load(`/${trackingNumber}?lang=fr`, from);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('900');
  expect(refused.body).toMatch(/Réessayez dans 15\sminutes\./);
  const other = await load(`/${trackingNumber}`, { remoteAddress: anAddress() });
  expect(other.statusCode).toBe(200);

  server.setNow(TEST_NOW + 15 * MINUTE);
  expect(await ask(trackingNumber)).toBe(200);
  server.setNow(TEST_NOW);
});

test('photos that prove a delivery are shown by links that open them', async () => {
  const order = await makeOrder({ orderStatus: 'DELIVERED' });
  const { key } = await createCarrierKey(server.deps, 'Drivers');
  const uploaded = await server.app.inject({
    method: 'POST',
    url: '/api/carrier/photos',
    query: { trackingNumber: order.trackingNumber },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
    payload: JPEG,
  });
  const { id } = uploaded.json<{ id: string }>();
  const delivered = {
    event: 'DELIVERED',
    timestamp: TEST_NOW,
    trackingNumber: order.trackingNumber,
    verificationPhotosUrls: [photoPath(order.id, id)],
  };
  const told = { ...order, version: 2, timelineEvents: [delivered] };
  await updateOrders(server.deps.db, order.merchantId, [{ before: order, order: told }]);

  const { body } = await load(`/${order.trackingNumber}`);
  const [, url = ''] = /<img src="(.*?)"/.exec(body) ?? [];
  expect(body).toContain('Proof of delivery');
  const photo = await server.app.inject({ url });
  expect(photo.headers['content-type']).toBe('image/jpeg');
});

test('without its database the site says that the fault is its own', async () => {
  const db = openDatabase(openPool('postgres://localhost:1/nowhere', server.deps.log, 1));
  const app = await buildServer({ ...server.deps, db });
  const response = await app.inject({ url: `/track/${unusedNumber()}` });
  expect(response.statusCode).toBe(503);
  expect(headingOf(response.body)).toBe('Something went wrong');
  await app.close();
  await db.destroy();
});
