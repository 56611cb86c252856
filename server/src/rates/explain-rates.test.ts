import { expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { SameDayCutoff } from '@portage/contract/orders/order-cutoff';
import { ExplainedRates, Service, type Rate, type RateWindow } from '@portage/contract/rates/rates';
import { HOUR } from '@portage/contract/time';
import { setFlag } from '../flags/flags.ts';
import { useTestServer, TEST_NOW } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { timestampAt } from '../testing/make-shipment.ts';

const server = useTestServer();
const TORONTO = 'America/Toronto';
const at = (wallTime: string) => server.setNow(timestampAt(wallTime, TORONTO));

async function explain(
  { call }: Pick<TestMerchant, 'call'>,
  body: object = {},
  locale = 'EN',
): Promise<ExplainedRates> {
  const payload = { originPostalCode: 'M5V 2T6', postalCode: 'M4W 1A5', ...body };
  const response = await call('POST', '/rates/explained', { payload, headers: { locale } });
  expect(response.statusCode).toBe(200);
  const explained = ExplainedRates.parse(response.json());
  const services = [...explained.rates, ...explained.unavailable].map(({ service }) => service);
  expect(services.toSorted()).toEqual(Service.options.toSorted());
  return explained;
}

const reasonsOf = ({ unavailable }: ExplainedRates) =>
  Object.fromEntries(
    unavailable.map(({ service, code, reason }) => [
      service,
      `${code}: ${reason.replaceAll(/\s/g, ' ')}`,
    ]),
  );

test('a rate has the parts of its price, its cutoff and its promise', async () => {
  at('2026-06-10T09:00');
  const merchant = await makeMerchant(server);
  const packages = [
    {},
    {
      weightOptions: { weight: 30, unit: 'lb' },
      sizeOptions: { length: 20, width: 20, height: 20, unit: 'inch' },
    },
  ];
  const { rates, unavailable } = await explain(merchant, { packages });
  expect(unavailable).toEqual([]);
  expect(rates[0]).toMatchObject({
    service: 'SAMEDAY',
    price: 48.85,
    breakdown: {
      packages: 2,
      base: 31,
      zone: 0,
      weight: 1.75,
      size: 16.1,
      reach: 'metro',
      originZone: 'TOR-1',
      destinationZone: 'TOR-1',
      cutoff: { time: '13:00', at: timestampAt('2026-06-10T13:00', TORONTO), passed: false },
      promise: expect.stringMatching(/^Wednesday, June 10, 6\sp\.m\. to 10\sp\.m\.$/),
      tariffVersion: '2026-01',
    },
  });
});

test('the merchant’s own price is named by its pricing row', async () => {
  at('2026-06-10T09:00');
  const pricingRow = { postalPrefix: 'M4', price: 7.25 };
  const merchant = await makeMerchant(server, { locationPricing: { pricingRows: [pricingRow] } });
  const packages = [{}, { weightOptions: { weight: 27, unit: 'lb' } }];
  const { rates } = await explain(merchant, { packages });
  expect(rates[0]).toMatchObject({ price: 15.2, breakdown: { base: 14.5, pricingRow } });
});

test('a passed cutoff states the next possible time, after closed days', async () => {
  at('2026-06-10T13:00');
  const merchant = await makeMerchant(server);
  const { rates, unavailable } = await explain(merchant);
  expect(unavailable).toMatchObject([
    { service: 'SAMEDAY', nextPossible: timestampAt('2026-06-11T18:00', TORONTO) },
  ]);
  expect(rates.find(({ service }) => service === 'NEXTDAY')?.breakdown.cutoff).toMatchObject({
    passed: true,
  });
  expect(reasonsOf(await explain(merchant))['SAMEDAY']).toBe(
    'cutoff_passed: The cutoff of 1 p.m. has passed; next possible tomorrow at 6 p.m.',
  );
  const french = reasonsOf(await explain(merchant, {}, 'FR'));
  expect(french['SAMEDAY']).toBe(
    'cutoff_passed: L’heure limite de 13 h est passée; prochaine livraison possible demain à 18 h.',
  );

  const closed = (...dates: string[]): Partial<Merchant> => ({
    deliveryConstraintsByWeek: { usuals: [], exceptions: dates.map((date) => ({ date })) },
  });
  const resting = await makeMerchant(server, closed('2026-06-10', '2026-06-11'));
  expect(reasonsOf(await explain(resting))).toEqual({
    SAMEDAY: 'closed_today: Closed today; next possible Friday, June 12 at 6 p.m.',
    SCHEDULED: 'no_windows: No delivery window can be booked in the next 14 days.',
  });
});

test('an unserved place has no rates, and is named by its postal prefix', async () => {
  const merchant = await makeMerchant(server);
  const { rates, unavailable } = await explain(merchant, { postalCode: 'K0C 1A0' });
  expect(rates).toEqual([]);
  const plain = await merchant.call('POST', '/rates', { payload: { postalCode: 'K0C 1A0' } });
  expect([plain.statusCode, plain.json()]).toEqual([200, []]);
  expect(new Set(unavailable.map(({ reason }) => reason))).toEqual(
    new Set(['Outside the service area: postal codes starting with K0C are not served.']),
  );
  const american = await explain(merchant, { originPostalCode: '90210', language: 'fr' });
  expect(american.unavailable[0]?.reason).toBe(
    'Hors de la zone desservie\u00A0: les codes ZIP commençant par 902 ne sont pas desservis.',
  );
});

test('an excess weight or length is stated in its own unit', async () => {
  const merchant = await makeMerchant(server);
  const reasonFor = async (one: object, language = 'en') =>
    (await explain(merchant, { packages: [{}, one], language })).unavailable[0]?.reason;
  const weighing = (weight: number, unit: string) => ({ weightOptions: { weight, unit } });
  const sized = (length: number, unit: string) => ({
    sizeOptions: { length, width: 1, height: 1, unit },
  });
  expect(await reasonFor(weighing(71, 'lb'))).toBe('Too heavy: 71 lb is over 70 lb.');
  expect(await reasonFor(weighing(32.5, 'kg'), 'fr')).toBe(
    'Trop lourd\u00A0: 32,5 kg dépasse 31,75 kg.',
  );
  expect(await reasonFor(sized(110, 'inch'))).toBe('Too long: 110 in is over 108 in.');
  const flag = 'heavy-parcel-consolidation-v1';
  await setFlag(server.deps, { flag, merchantId: merchant.merchant.id }, true);
  expect(await reasonFor(weighing(71, 'lb'))).toBeUndefined();
  expect(await reasonFor(weighing(501, 'lb'))).toBe('Too heavy: 501 lb is over 500 lb.');
});

test('a service that does not go that far and a missing price are explained', async () => {
  at('2026-06-10T09:00');
  const merchant = await makeMerchant(server);
  const { unavailable } = await explain(merchant, { postalCode: 'V6B 1A1' });
  expect(unavailable).toHaveLength(4);
  expect(unavailable[0]).toEqual({
    service: 'SAMEDAY',
    code: 'route_not_served',
    reason: 'Not offered between Toronto–Hamilton and Vancouver.',
  });
  const below = await makeMerchant(server, {
    locationPricing: { pricingRows: [{ postalPrefix: '', price: -1 }] },
  });
  const codes = (await explain(below)).unavailable.map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['price_invalid']));
});

test('service users may ask; a call with a bad body may not', async () => {
  const merchant = await makeMerchant(server);
  const service = await makeServiceUser(server, merchant);
  expect((await explain(service)).rates).not.toEqual([]);
  const bad = await merchant.call('POST', '/rates/explained', { payload: { postalCode: 'X' } });
  expect(bad.statusCode).toBe(400);
});

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
