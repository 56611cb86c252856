import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { deleteOrder } from './orders/delete-orders.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { headingOf, trackingSite, unusedNumber } from './testing/tracking-site.ts';
import { DAY, MINUTE } from '@portage/contract/time';
import { deleteOldRows } from './jobs/retention-queries.ts';
import { insertOrder } from './testing/insert-order.ts';
import { makeMerchant } from './testing/make-merchant.ts';
import type { OrderPage } from '@portage/contract/orders/orders';

const server = useTestServer();
const site = trackingSite(server);

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
  const found = await merchant.call('GET', `/orders?freeSearch=${old.trackingNumber}`);
  expect(found.json<OrderPage>().orders.map(({ id }) => id)).toEqual([old.id]);
});

test('a typing error in a number is reported, and the input is kept', async () => {
  const slip = await site.load('?number=PTG%22%3E%3Cb%3E123&lang=fr');
  expect(slip.statusCode).toBe(404);
  expect(slip.body).toContain('cherchez une faute de frappe');
  expect(slip.body).toContain('value="PTG&quot;&gt;&lt;b&gt;123"');
  expect((await site.load(`/${'9'.repeat(500)}/a/b`)).statusCode).toBe(404);
});

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

  // Neither slips nor numbers that are right count.
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
  server.setNow(TEST_NOW);
});
