import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import { photoPath } from '@portage/contract/orders/photos';
import {
  packageTrackingNumber,
  trackingNumberFrom,
} from '@portage/contract/orders/tracking-number';
import { DAY, MINUTE, HOUR } from '@portage/contract/time';
import { deleteOldRows } from './jobs/retention-queries.ts';
import { createMerchant } from './merchants/first-profile.ts';
import { deleteOrder } from './orders/delete-orders.ts';
import { updateOrders, insertOrders } from './orders/order-queries.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { listOrders } from './testing/edit-orders.ts';
import { insertOrder } from './testing/insert-order.ts';
import { labelledOrder } from './testing/labelled-order.ts';
import { makeMerchant, merchantProfile } from './testing/make-merchant.ts';
import { sends, useOutsideWorld } from './testing/outside-world.ts';
import { JPEG } from './testing/sample-pictures.ts';
import { useUnreachableDatabase } from './testing/test-database.ts';
import { useDriver } from './testing/use-driver.ts';
import { useServer } from './testing/use-server.ts';

const world = useOutsideWorld();
const server = useTestServer({ internet: world.internet });

const unusedNumber = () => trackingNumberFrom(crypto.getRandomValues(new Uint8Array(10)));

const site = {
  /** Makes an order of a new merchant that is out for delivery. */
  async makeOrder(changes: Partial<Order> = {}, profile: Partial<Merchant> = {}) {
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
  },
  load: (path: string, options: Omit<InjectOptions, 'url'> = {}) =>
    server.app.inject({ url: `/track${path}`, ...options }),
};

const headingOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];
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
  const app = await useServer({ ...server.deps, db: useUnreachableDatabase() });
  const response = await app.inject({ url: `/track/${unusedNumber()}` });
  expect(response.statusCode).toBe(503);
  expect(headingOf(response.body)).toBe('Something went wrong');
});

const anAddress = () =>
  uuidv7()
    .replaceAll(/(.{4})(?=.)/g, '$1:')
    .replaceAll('-', '');

test('a deleted order is answered like an unknown one', async () => {
  const { merchantId, id, trackingNumber } = await site.makeOrder({ orderStatus: 'GEOCODED' });
  await deleteOrder(server.deps, { merchantId, username: 'someone' }, id);
  const never = unusedNumber();
  const [deleted, unknown] = [await site.load(`/${trackingNumber}`), await site.load(`/${never}`)];
  expect([deleted.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(deleted.body.replaceAll(trackingNumber, never)).toBe(unknown.body);
  expect(headingOf(unknown.body)).toBe('We cannot find this delivery');
});

test('the link on a label expires two years after the order was placed', async () => {
  const merchant = await makeMerchant(server);
  const placedAgo = (age: number) =>
    insertOrder(server, merchant, (order) => {
      const createdAt = TEST_NOW - age;
      const id = uuidv7({ msecs: createdAt });
      return { ...order, id, createdAt, orderStatus: 'ARCHIVED', labelVersion: 2 };
    });
  const [old, younger] = [await placedAgo(731 * DAY), await placedAgo(730 * DAY)];
  await deleteOldRows(server.deps, 'tracking_numbers');
  const unknown = await site.load(`/${old.trackingNumber}?v=1`);
  expect([unknown.statusCode, headingOf(unknown.body)]).toEqual([
    404,
    'We cannot find this delivery',
  ]);
  expect((await site.load(`/${old.id}`)).statusCode).toBe(404);
  const known = await site.load(`/${younger.trackingNumber}?v=1`);
  expect(known.statusCode).toBe(200);
  expect(known.body).toContain('This label is out of date');
  // The merchant still finds it.
  const found = await listOrders(merchant, `freeSearch=${old.trackingNumber}`);
  expect(found.map(({ id }) => id)).toEqual([old.id]);
});

test('a typing error in a number is reported, and the input is kept', async () => {
  const slip = await site.load('?number=PTG%22%3E%3Cb%3E123&lang=fr');
  expect(slip.statusCode).toBe(404);
  expect(slip.body).toContain('cherchez une faute de frappe');
  expect(slip.body).toContain('value="PTG&quot;&gt;&lt;b&gt;123"');
  expect((await site.load(`/${'9'.repeat(500)}/a/b`)).statusCode).toBe(404);
});

test.each(['%', 'PTG1%zz', '%E0%A4%A', '%FF'])(
  'a page names the number of the broken address /track/%s',
  async (broken) => {
    const page = await site.load(`/${broken}?lang=fr`);
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(`value="${broken}"`);
    expect(languageOf(page.body)).toBe('fr-CA');
  },
);

test('the number typed into the form leads to its page', async () => {
  const { trackingNumber } = await site.makeOrder();
  const typed = encodeURIComponent(` ${trackingNumber.toLowerCase()}-1 `);
  const { statusCode, headers } = await site.load(`?number=${typed}&lang=fr`);
  expect([statusCode, headers.location]).toEqual([303, `/track/${trackingNumber}?lang=fr`]);
  expect((await site.load('?number=')).statusCode).toBe(200);
});

test('an address with many unknown numbers is told to wait, and others are not', async () => {
  const { trackingNumber } = await site.makeOrder();
  const remoteAddress = anAddress();
  const from = { remoteAddress };
  const ask = async (number: string) => (await site.load(`/${number}`, from)).statusCode;
  const askMany = (count: number, number: () => string) =>
    Promise.all(Array.from({ length: count }, () => ask(number())));

  // Neither typing errors nor known numbers count.
  expect(new Set(await askMany(40, () => 'PTG123'))).toEqual(new Set([404]));
  expect(new Set(await askMany(40, () => trackingNumber))).toEqual(new Set([200]));
  expect(new Set(await askMany(30, unusedNumber))).toEqual(new Set([404]));
  expect(await ask(trackingNumber)).toBe(200);
  expect(await ask(unusedNumber())).toBe(429);

  const refused = await site.load(`/${trackingNumber}?lang=fr`, from);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('900');
  expect(refused.body).toMatch(/Réessayez dans 15\sminutes\./);
  const other = await site.load(`/${trackingNumber}`, { remoteAddress: anAddress() });
  expect(other.statusCode).toBe(200);

  server.setNow(TEST_NOW + 15 * MINUTE);
  expect(await ask(trackingNumber)).toBe(200);
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
])('scanning a label of version 3 as %.12s says that it is outdated: %s', async (query, isOld) => {
  const { trackingNumber } = await site.makeOrder({ labelVersion: 3 });
  const response = await site.load(`/${trackingNumber}${query}`);
  expect(response.statusCode).toBe(200);
  expect(response.body.includes('This label is out of date')).toBe(isOld);
});

test('a label is outdated once its order is edited, in both languages and after a reload', async () => {
  const { trackingNumber } = await site.makeOrder({ labelVersion: 2 });
  const { body } = await site.load(`/${trackingNumber}?v=1`);
  expect(body).toContain('href="?v=1&amp;lang=fr"');
  expect(body).toContain('href="?v=1&amp;lang=en"');
  const french = await site.load(`/${trackingNumber}?v=1&lang=fr`);
  expect(french.body).toContain('Cette étiquette n’est plus à jour');

  const first = await site.makeOrder();
  expect((await site.load(`/${first.trackingNumber}?v=1`)).body).not.toContain('out of date');
});

const pictureOf = (background: string) =>
  sharp({ create: { width: 200, height: 100, channels: 3, background } })
    .png()
    .toBuffer();

const logoIn = (page: string) =>
  /<img class="logo" src="(data:image\/png;base64,[^"]+)"/.exec(page)?.[1];

test('a page has the logo of the business, encoded once, or of its sub-brand', async () => {
  world.answers['/own.png'] = sends(await pictureOf('#000'));
  world.answers['/kids.png'] = sends(await pictureOf('#777'));
  const profile: Partial<Merchant> = {
    logoUrl: world.url('/own.png'),
    merchantDisplayLogoUrls: [{ name: 'Café Kids', logoUrl: world.url('/kids.png') }],
  };
  const encode = vi.spyOn(sharp.prototype, 'png');
  const own = await site.makeOrder({}, profile);
  const first = logoIn((await site.load(`/${own.trackingNumber}`)).body);
  expect(first).toBeDefined();
  const encoded = encode.mock.calls.length;
  expect(logoIn((await site.load(`/${own.trackingNumber}`)).body)).toBe(first);
  expect(encode).toHaveBeenCalledTimes(encoded);
  encode.mockRestore();

  const kids = await site.makeOrder({ merchantDisplayName: 'Café Kids' }, profile);
  const second = logoIn((await site.load(`/${kids.trackingNumber}`)).body);
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
});

test('a page whose logo is unavailable is shown without one', async () => {
  const order = await site.makeOrder({}, { logoUrl: world.url('/gone.png') });
  const { statusCode, body } = await site.load(`/${order.trackingNumber}`);
  expect(statusCode).toBe(200);
  expect(logoIn(body)).toBeUndefined();
});

test('recipients can contact the business by its full name, in their language', async () => {
  const business = { name: 'Érable & Fils inc.', email: 'bonjour@erable.example' };
  const { trackingNumber } = await site.makeOrder({}, business);
  const link = (words: string) =>
    `<a href="mailto:bonjour@erable.example">${words} Érable &amp; Fils inc.</a>`;
  expect((await site.load(`/${trackingNumber}?lang=en`)).body).toContain(link('Write to'));
  expect((await site.load(`/${trackingNumber}?lang=fr`)).body).toContain(link('Écrire à'));
  const silent = await site.makeOrder();
  expect((await site.load(`/${silent.trackingNumber}`)).body).not.toContain('mailto:');
});

test('an overdue delivery is shown as late, and not in green', async () => {
  const order = await site.makeOrder({
    completeAfter: TEST_NOW + HOUR,
    completeBefore: TEST_NOW + 3 * HOUR,
  });
  const onTime = (await site.load(`/${order.trackingNumber}`)).body;
  expect(onTime).not.toContain('longer than planned');
  expect(onTime).not.toContain('class="hero trouble"');
  server.setNow(TEST_NOW + 4 * HOUR);
  const late = (await site.load(`/${order.trackingNumber}`)).body;
  expect(late).toContain('It is taking longer than planned, and we are sorry.');
  expect(late).toContain('class="hero trouble"');
  expect(late).toContain('Was expected');
});
