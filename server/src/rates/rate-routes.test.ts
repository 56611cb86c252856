import { expect, test } from 'vitest';
import type { SameDayCutoff } from '@portage/contract/orders/order-cutoff';
import type { Rate, RateWindow } from '@portage/contract/rates/rates';
import { HOUR } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { timestampAt } from '../testing/make-shipment.ts';

const server = useTestServer();

test('rates come in the language of the body, else of the header', async () => {
  const merchant = await makeMerchant(server);
  const body = { originPostalCode: 'M5X 1A9', postalCode: 'm5b1c6' };
  const ask = async (payload: object, locale: string) => {
    const response = await merchant.call('POST', '/rates', { payload, headers: { locale } });
    return response.json<Rate[]>().find(({ service }) => service === 'NEXTDAY')?.name;
  };
  const english = await ask(body, 'EN');
  const french = await ask(body, 'FR');
  expect(english).not.toBe(french);
  expect(await ask({ ...body, language: 'fr' }, 'EN')).toBe(french);
});

test('without an origin the merchant’s main location is used', async () => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('POST', '/rates', { payload: { postalCode: 'M5B 1C6' } });
  expect(response.json<Rate[]>().map(({ service }) => service)).toContain('SAMEDAY');
});

test('there are no rates to unserved areas', async () => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('POST', '/rates', { payload: { postalCode: 'X1A 3T1' } });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual([]);
});

test('windows lie in the future, on the merchant’s days, and are three hours long', async () => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call(
    'GET',
    '/rates/windows?originPostalCode=M5X1A9&postalCode=M5B1C6',
  );
  const windows = response.json<RateWindow[]>();
  expect(windows.length).toBeGreaterThan(0);
  for (const { start, end, weekday } of windows) {
    expect(start).toBeGreaterThan(TEST_NOW);
    expect(end - start).toBe(3 * HOUR);
    expect(['saturday', 'sunday']).not.toContain(weekday);
  }
});

test.each(['America/Toronto', 'America/Vancouver'])(
  'same-day orders of a merchant in %s close at one in the afternoon there',
  async (timeZone) => {
    const merchant = await makeMerchant(server, { timeZone });
    const response = await merchant.call('GET', '/orders/cutoff');
    expect(response.json<SameDayCutoff>()).toEqual({
      closesAt: timestampAt('2026-06-10T13:00', timeZone),
      isToday: true,
    });
  },
);
