import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NewPackage } from '@portage/contract/orders/packages';
import { expect, test } from 'vitest';
import { deriveRateCases } from '../testing/derive-rate-cases.ts';
import { makeShipment, timestampAt } from '../testing/make-shipment.ts';
import { explainRates } from './quote-rates.ts';
import { findServiceArea } from './service-area.ts';
import { LISTED_SERVICES } from './tariff.ts';

const text = readFileSync(path.join(import.meta.dirname, 'rate-cases.csv'), 'utf8');
const [heading = '', ...cases] = text
  .trimEnd()
  .split('\n')
  .filter((line) => !line.startsWith('#'));

function packageOf(words: string): NewPackage {
  const [weight = '', size = ''] = words.split(' ');
  const [length, width, height] = size.match(/[\d.]+/g)?.map(Number) ?? [];
  return {
    weightOptions: { weight: Number.parseFloat(weight), unit: weight.endsWith('kg') ? 'kg' : 'lb' },
    ...(length !== undefined &&
      width !== undefined &&
      height !== undefined && {
        sizeOptions: { length, width, height, unit: size.endsWith('cm') ? 'cm' : 'inch' },
      }),
  };
}

test('the cases are those that were derived by hand', () => {
  expect(text).toBe(deriveRateCases());
  expect(cases).toHaveLength(200);
  expect(heading.split(',').slice(5)).toEqual(LISTED_SERVICES);
});

test.each(cases)('%s', (line) => {
  const [origin = '', destination = '', packages = '', orderedAt = '', heavy, ...expected] =
    line.split(',');
  const shipment = makeShipment({ origin, destination, heavyAllowed: heavy === 'yes' });
  const timeZone = findServiceArea(shipment.tariff, origin)?.timeZone ?? 'America/Toronto';
  const { rates, unavailable } = explainRates({
    ...shipment,
    packages: packages === '' ? [] : packages.split(' + ').map(packageOf),
    at: timestampAt(orderedAt, timeZone),
  });
  const cells = LISTED_SERVICES.map((service) => {
    const rate = rates.find((one) => one.service === service);
    if (!rate) return unavailable.find((one) => one.service === service)?.code;
    const { price, currency, estimateDay } = rate;
    return [price.toFixed(2), currency, estimateDay].filter(Boolean).join(' ');
  });
  expect(cells).toEqual(expected);
});
