import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { sends, useOutsideWorld } from './testing/outside-world.ts';
import { trackingSite } from './testing/tracking-site.ts';
import { HOUR } from '@portage/contract/time';

const world = useOutsideWorld();
const server = useTestServer({ internet: world.internet });
const site = trackingSite(server);

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
  server.setNow(TEST_NOW);
  expect(late).toContain('It is taking longer than planned, and we are sorry.');
  expect(late).toContain('class="hero trouble"');
  expect(late).toContain('Was expected');
});
