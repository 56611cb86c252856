import { expect, test } from 'vitest';
import type { CsvCheck, CsvCheckResult } from '@portage/contract/imports/imports';
import { useTestServer } from '../testing/build-test-server.ts';
import { listOrders } from '../testing/edit-orders.ts';
import { detailsRow, importRows, packageRow } from '../testing/import-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';

const server = useTestServer();

async function check(merchant: TestMerchant, payload: CsvCheck, locale = 'EN') {
  const answer = await merchant.call('POST', '/orders/csv_check', { payload, headers: { locale } });
  expect(answer.statusCode).toBe(200);
  return answer.json<CsvCheckResult>();
}

test('a check reports problems by row and column, prices valid rows, and creates nothing', async () => {
  const merchant = await makeMerchant(server, {
    merchantDisplayLogoUrls: [{ name: 'Maple', logoUrl: 'https://maple.example/logo.png' }],
  });
  await makeOrder(merchant, { refNumber: 'A-5' });
  const row = (number: number, changes: Parameters<typeof detailsRow>[0] = {}) =>
    detailsRow({ order_ref_number: `A-${number}`, package_count: 1, ...changes });
  const payload: CsvCheck = {
    orderDetailsCsv: [
      row(1),
      row(2, { recipient_phone: '12' }),
      row(3, { recipient_postal_code: 'X0E 0T0', recipient_province: 'NT' }),
      row(4, { recipient_postal_code: 'V6B 1A1', recipient_province: 'BC', service: 'SAMEDAY' }),
      row(5, { merchant_display_name: 'Nobody’s' }),
      row(6, { package_count: '', service: 'Jour même' }),
      row(7, { recipient_province: 'QC' }),
      row(8, { service: 'SCHEDULED' }),
      row(9, { origin_street: '1 Nowhere Rd' }),
      row(10, { origin_street: '100 KING ST W', origin_postal_code: 'M5V 3L9' }),
      row(12, { service: 'OVERNIGHT' }),
      row(11, { origin_street: '100 king st w', origin_unit: '7', merchant_display_name: 'Maple' }),
    ],
    orderPackagesCsv: [
      packageRow({ order_ref_number: 'A-6', package_weight: 900 }),
      packageRow({ order_ref_number: 'A-99' }),
    ],
  };
  const { problems, prices, corrections } = await check(merchant, payload);
  const named = problems.map(
    ({ file, row: at, column, code }) => `${file} ${at} ${column} ${code}`,
  );
  expect(new Set(named.filter((one) => !one.includes('packagesPlain')))).toEqual(
    new Set([
      'orderDetails 2 recipient_phone phoneInvalid',
      'orderDetails 3 recipient_postal_code outOfArea',
      'orderDetails 4 service serviceUnavailable',
      'orderDetails 5 order_ref_number refExists',
      'orderDetails 5 merchant_display_name displayNameUnknown',
      'orderPackages 1 package_weight weightUnsupported',
      'orderDetails 7 recipient_province provincePostalMismatch',
      'orderDetails 7 recipient_postal_code addressNotFound',
      'orderPackages 2 order_ref_number orderMissing',
      'orderDetails 8 service windowAssumed',
      'orderDetails 11 service serviceAssumed',
      'orderDetails 9 origin_street originUnknown',
      'orderDetails 10 origin_postal_code originUnknown',
    ]),
  );
  expect(prices.map((one) => one.row)).toEqual([1, 5, 8, 9, 10, 11, 12]);
  expect(prices[0]).toMatchObject({ price: expect.any(Number), currency: 'CAD' });
  expect(corrections).toContainEqual(
    expect.objectContaining({ row: 6, column: 'service', code: 'serviceByName', to: 'SAMEDAY' }),
  );
  expect(await listOrders(merchant)).toHaveLength(1);

  const stranger = await makeMerchant(server);
  const french = await check(stranger, payload, 'FR');
  expect(french.problems.map(({ code }) => code)).not.toContain('refExists');
  expect(french.problems.find(({ code }) => code === 'outOfArea')?.message).toMatch(
    /ne livre pas à/,
  );
});

test('the profile’s mapping applies to a row’s unit, not to the main location’s', async () => {
  const apiRequestMappings = [{ from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' } as const];
  const { merchantLocation } = (await makeMerchant(server)).merchant;
  const merchant = await makeMerchant(server, {
    apiRequestMappings,
    merchantLocation: { ...merchantLocation, unit: 'Dock 2' },
  });
  const rows = {
    orderDetailsCsv: [
      detailsRow({ origin_unit: 'Nobody’s', package_count: 1 }),
      detailsRow({
        ...{ order_ref_number: 'A-2', package_count: 1 },
        ...{ origin_street: '', origin_city: '', origin_province: '', origin_postal_code: '' },
        origin_country: '',
      }),
    ],
    orderPackagesCsv: [packageRow(), packageRow({ order_ref_number: 'A-2' })],
  };
  const { problems } = await check(merchant, rows);
  expect(problems).toMatchObject([
    { row: 1, column: 'origin_unit', code: 'displayNameUnknown', severity: 'warning' },
  ]);

  await importRows(merchant, rows, '');
  const orders = await listOrders(merchant);
  const names = orders.map((one) => [one.refNumber, one.merchantDisplayName]);
  expect(new Map(names as [string, string][])).toEqual(
    new Map([
      ['A-1', 'Nobody’s'],
      ['A-2', undefined],
    ]),
  );
});

test('the profile’s minimum age, for which files have no column, changes no problem and no price', async () => {
  const [aged, plain] = [
    await makeMerchant(server, { minimumAge: 19 }),
    await makeMerchant(server),
  ];
  const payload = {
    orderDetailsCsv: [detailsRow({ package_count: 1 })],
    orderPackagesCsv: [packageRow()],
  };
  const result = await check(aged, payload);
  expect(result).toMatchObject({ problems: [], prices: [{ row: 1 }] });
  expect(result).toEqual(await check(plain, payload));

  await importRows(aged, payload, '');
  const price = result.prices[0]?.price;
  expect(await listOrders(aged)).toMatchObject([{ minimumAge: 19, rateChoice: { price } }]);
});

test('a merchant’s flood of checks delays no other merchant', async () => {
  const [flooding, other] = [await makeMerchant(server), await makeMerchant(server)];
  const rows = { orderDetailsCsv: Array(80_000).fill(1), orderPackagesCsv: [] };
  const payload = Buffer.from(JSON.stringify(rows));
  const headers = { 'content-type': 'application/json' };
  const begun = Promise.withResolvers<void>();
  let finished = 0;
  const flood = Array.from({ length: 40 }, async () => {
    await flooding.call('POST', '/orders/csv_check', { payload, headers });
    finished += 1;
    begun.resolve();
  });
  await begun.promise;
  const before = finished;
  await check(other, { orderDetailsCsv: [detailsRow()], orderPackagesCsv: [packageRow()] });
  expect(finished - before).toBeLessThan(20);
  await Promise.all(flood);
});

test('a check names a cell that is too long by its limit, without its text', async () => {
  const merchant = await makeMerchant(server);
  const { problems } = await check(merchant, {
    orderDetailsCsv: [detailsRow({ recipient_city: 'x'.repeat(6000) })],
    orderPackagesCsv: [
      packageRow({ package_weight_unit: 'x'.repeat(600) }),
      packageRow({ order_ref_number: 'x'.repeat(600) }),
    ],
  });
  const tooLong = { code: 'textTooLong', values: { limit: 500 } };
  expect(problems).toMatchObject([
    { ...tooLong, column: 'recipient_city', values: { limit: 5000 } },
    { ...tooLong, column: 'package_weight_unit', row: 1 },
    { ...tooLong, column: 'order_ref_number', row: 2 },
  ]);
});
