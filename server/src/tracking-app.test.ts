import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { photoPath } from '@portage/contract/orders/photos';
import { openDatabase, openPool } from './db/database.ts';
import { updateOrders } from './orders/order-queries.ts';
import { buildServer } from './server.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { JPEG } from './testing/sample-pictures.ts';
import { headingOf, trackingSite, unusedNumber } from './testing/tracking-site.ts';
import { useDriver } from './testing/use-driver.ts';

const server = useTestServer();
const site = trackingSite(server);
const { upload } = useDriver(server);

const languageOf = (page: string) => /<html lang="(.*?)">/.exec(page)?.[1];

test('an order is found by its id, its tracking number and a package’s number, in any spelling', async () => {
  const { id, trackingNumber } = await site.makeOrder();
  const typed = [
    id,
    id.toUpperCase(),
    trackingNumber,
    `${trackingNumber}-1`,
    encodeURIComponent(` ${trackingNumber.slice(0, 5)} ${trackingNumber.slice(5)}`).toLowerCase(),
  ];
  for (const number of typed) {
    const response = await site.load(`/${number}`);
    expect(response.statusCode, number).toBe(200);
    expect(headingOf(response.body)).toBe('Out for delivery');
    expect(response.body).toContain('For Zoé in Toronto');
  }
});

test('the recipient sees only their part of an order', async () => {
  const { recipient, recipientAddress, trackingNumber, id } = await site.makeOrder();
  const { body } = await site.load(`/${trackingNumber}`);
  const { email = '', phone = '' } = recipient;
  const { street, postalCode, unit = '' } = recipientAddress;
  for (const text of ['Tremblay', email, phone, street, postalCode, unit, id]) {
    expect(body).not.toContain(text);
  }
});

test('a page is in the requested language, else the browser’s, else the merchant’s', async () => {
  const french = await site.makeOrder({}, { language: 'fr' });
  const pageIn = async (query: string) =>
    (await site.load(`/${french.trackingNumber}${query}`)).body;
  expect(languageOf(await pageIn(''))).toBe('fr-CA');
  expect(headingOf(await pageIn(''))).toBe('En cours de livraison');
  expect(await pageIn('')).toContain('href="?lang=en"');
  expect(languageOf(await pageIn('?lang=en'))).toBe('en-CA');
  expect(languageOf(await pageIn('?lang=xx&lang=en'))).toBe('fr-CA');

  const english = { 'accept-language': 'en-CA' };
  const inEnglish = await site.load(`/${french.trackingNumber}`, { headers: english });
  expect(languageOf(inEnglish.body)).toBe('en-CA');

  const headers = { 'accept-language': 'fr-CA,en;q=0.5' };
  expect(languageOf((await site.load('', { headers })).body)).toBe('fr-CA');
  expect(languageOf((await site.load('?lang=en', { headers })).body)).toBe('en-CA');
});

test('pages are not cached, indexed or framed, and run only their own script', async () => {
  const { trackingNumber } = await site.makeOrder();
  for (const path of [`/${trackingNumber}`, '', '/PTG1']) {
    const { headers, body } = await site.load(path);
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

test('a page answers HEAD without its content', async () => {
  const { trackingNumber } = await site.makeOrder();
  const response = await site.load(`/${trackingNumber}`, { method: 'HEAD' });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
});

test('photos of a delivery are shown by signed links', async () => {
  const order = await site.makeOrder({ orderStatus: 'DELIVERED' });
  const uploaded = await upload(order.trackingNumber, JPEG);
  const { id } = uploaded.json<{ id: string }>();
  const delivered = {
    event: 'DELIVERED',
    timestamp: TEST_NOW,
    trackingNumber: order.trackingNumber,
    verificationPhotosUrls: [photoPath(order.id, id)],
  };
  const told = { ...order, version: 2, timelineEvents: [delivered] };
  await updateOrders(server.deps.db, order.merchantId, [{ before: order, order: told }]);

  const { body } = await site.load(`/${order.trackingNumber}`);
  const [, url = ''] = /<img src="(.*?)"/.exec(body) ?? [];
  expect(body).toContain('Proof of delivery');
  const photo = await server.app.inject({ url });
  expect(photo.headers['content-type']).toBe('image/jpeg');
});

test('without its database the site says that the problem is its own', async () => {
  const db = openDatabase(openPool('postgres://localhost:1/nowhere', server.deps.log, 1));
  const app = await buildServer({ ...server.deps, db });
  const response = await app.inject({ url: `/track/${unusedNumber()}` });
  expect(response.statusCode).toBe(503);
  expect(headingOf(response.body)).toBe('Something went wrong');
  await app.close();
  await db.destroy();
});
