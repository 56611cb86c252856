import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { deleteOrder } from './orders/delete-orders.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { headingOf, trackingSite, unusedNumber } from './testing/tracking-site.ts';
import { MINUTE } from './durations.ts';

const server = useTestServer();
const site = trackingSite(server);

const anAddress = () =>
  uuidv7()
    .replaceAll(/(.{4})(?=.)/g, '$1:')
    .replaceAll('-', '');

test('a deleted order is answered like one that never was', async () => {
  const { merchantId, id, trackingNumber } = await site.makeOrder({ orderStatus: 'GEOCODED' });
  await deleteOrder(server.deps, { merchantId, username: 'someone' }, id);
  const never = unusedNumber();
  const [deleted, unknown] = [await site.load(`/${trackingNumber}`), await site.load(`/${never}`)];
  expect([deleted.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(deleted.body.replaceAll(trackingNumber, never)).toBe(unknown.body);
  expect(headingOf(unknown.body)).toBe('We cannot find this delivery');
});

test('a slip in a number is told, and what was typed stays', async () => {
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

test('an address that asks for many unknown numbers is told to wait, and others are not', async () => {
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
