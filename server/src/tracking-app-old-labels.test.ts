import { expect, test } from 'vitest';
import { useTestServer } from './testing/build-test-server.ts';
import { trackingSite } from './testing/tracking-site.ts';

const site = trackingSite(useTestServer());

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
