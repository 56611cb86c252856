import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NewPackage } from '@portage/contract/orders/packages';
import { makeShipment, timestampAt } from '../testing/make-shipment.ts';
import { explainRates, quoteRates } from './quote-rates.ts';
import { findServiceArea } from './service-area.ts';
import { LISTED_SERVICES } from './tariff.ts';

/**
 * Derives `rates/rate-cases.csv` without the engine: the tables below were copied by hand from the
 * files in `server/tariffs/2026-01`, and the sums are those of a spreadsheet, in whole cents, whole
 * grams and tenths of a pound.
 */

/** Base prices in cents: inside an area, between areas of a corridor, between any others. */
const PRICES = {
  SAMEDAY: [1550],
  NEXTDAY: [1200, 1200],
  SCHEDULED: [1800],
  STANDARD: [950, 1050, 1450],
  FLEX: [800, 900, 1250],
  CUSTOMER_BOOKING: [1800],
} as const;
const LAST_DAY = { SAMEDAY: 0, NEXTDAY: 1, STANDARD: 3, FLEX: 4 } as const;
const CORRIDORS = ['TOR OTT MTL QUE', 'VAN SEA', 'TOR BUF', 'WDS DET'];
const CENTS_PER_UNIT = 35;

/** Postal codes with their areas; `-` is served from nowhere. */
const PLACES = [
  ...['M5V 2T6 TOR', 'L8P 1A1 TOR', 'L5B 3C2 TOR', 'K1P 1J1 OTT', 'J8X 3X4 OTT', 'H2Y 1C6 MTL'],
  ...['H7N 1A1 MTL', 'J4K 1A1 MTL', 'G1R 4S9 QUE', 'V6B 1A1 VAN', 'V3S 1A1 VAN', 'T2P 1J9 CGY'],
  ...['T5J 0N3 EDM', 'R3C 4T3 WPG', 'B3J 1S9 HFX', 'N9A 1A1 WDS', '14201 BUF', '48226 DET'],
  ...['98101 SEA', '98004 SEA', 'K0C 1A0 -', '90210 -'],
].map((text) => ({ code: text.slice(0, text.lastIndexOf(' ')), area: text.split(' ').at(-1) }));
const AMERICAN = ['BUF', 'DET', 'SEA'];

/** Packages as `weight` or `weight LxWxH`, several with ` + ` between them. */
const PACKAGES = [
  ...['', '5lb', '25lb', '25.1lb', '26lb 10x10x10in', '40.5lb', '70lb', '70.1lb', '1lb 20x20x20in'],
  ...['30lb 20x20x20in', '5lb 12x12x12in', '11.34kg', '12kg 40x30x20cm', '20kg', '31.75kg'],
  ...['31.76kg', '1kg 50.8x50.8x50.8cm', '5lb + 30lb', '26lb + 27.5lb + 1kg', '5lb 108x4x4in'],
  ...['5lb 109x4x4in', '120lb', '500lb', '500.5lb', '40lb + 20lb 30x20x10in', '10lb 241x2x2in'],
];
const DAYS = ['2026-03-07', '2026-03-08', '2026-06-10', '2026-10-31', '2026-11-01', '2026-12-31'];
const TIMES = ['08:00', '12:59', '13:00', '23:30'];
const CASES = 200;

interface Parcel {
  readonly tenthsOfPound: number;
  readonly isOver: (pounds: number) => boolean;
  readonly cubicInches: number;
  readonly longest: number;
}

function parcelOf(text: string): Parcel {
  const [weight = '', size] = text.split(' ');
  const amount = Number.parseFloat(weight);
  const grams = Math.round(amount * 1000);
  const isMetric = weight.endsWith('kg');
  const sides = size?.match(/[\d.]+/g)?.map(Number) ?? [0];
  const inches = sides.map((side) => (size?.endsWith('cm') ? side / 2.54 : side));
  return {
    tenthsOfPound: isMetric ? Math.round(grams / 45.359_237) : Math.round(amount * 10),
    isOver: (pounds) => (isMetric ? grams > pounds * 453.592_37 : amount > pounds),
    cubicInches: size ? inches.reduce((product, side) => product * side, 1) : 0,
    longest: Math.max(...inches),
  };
}

function surchargeOf({ tenthsOfPound, cubicInches }: Parcel): number {
  const byWeight = Math.ceil(Math.max(0, tenthsOfPound - 250) / 10);
  const tenths = Math.round((Math.max(0, cubicInches - 1000) / 139) * 10);
  return Math.max(byWeight, Math.ceil(tenths / 10)) * CENTS_PER_UNIT;
}

function reachOf(from: string, to: string): 0 | 1 | 2 {
  if (from === to) return 0;
  return CORRIDORS.some((areas) => areas.includes(from) && areas.includes(to)) ? 1 : 2;
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

function cellsOf(
  [from, to]: readonly [string, string],
  packages: string,
  { day, time, isHeavy }: { day: string; time: string; isHeavy: boolean },
): string[] {
  const services = Object.entries(PRICES);
  const all = (code: string) => services.map(() => code);
  if (from === '-' || to === '-') return all('outside_service_area');
  const parcels = packages === '' ? [] : packages.split(' + ').map(parcelOf);
  for (const one of parcels) {
    if (one.isOver(isHeavy ? 500 : 70)) return all('too_heavy');
    if (one.longest > (isHeavy ? 240 : 108)) return all('too_large');
  }
  const surcharges = parcels.reduce((sum, one) => sum + surchargeOf(one), 0);
  const currency = AMERICAN.includes(from) ? 'USD' : 'CAD';
  const isLate = time >= '13:00';
  return services.map(([service, prices]) => {
    const base = prices[reachOf(from, to)];
    if (base === undefined) return 'route_not_served';
    if (service === 'SAMEDAY' && isLate) return 'cutoff_passed';
    const cents = base * Math.max(1, parcels.length) + surcharges;
    const price = `${(cents / 100).toFixed(2)} ${currency}`;
    const days = Object.entries(LAST_DAY).find(([name]) => name === service)?.[1];
    if (days === undefined) return price;
    return `${price} ${dayAfter(day, service === 'NEXTDAY' && isLate ? days + 1 : days)}`;
  });
}

const HEADING = `# 200 rates of tariff 2026-01, for one merchant without prices of its own that delivers every day.
# Derived by server/src/rates/rate-cases.test.ts from tables copied by hand, without the engine:
# price = packages x base price + 0.35 for each pound begun above 25 lb or, where that is more, for
# each 139 cubic inches begun above 1000; both read to a tenth. The day is the last one promised.
# ordered_at is the time on the clock of the origin; heavy says whether heavy orders are allowed.
origin,destination,packages,ordered_at,heavy,${Object.keys(PRICES).join(',')}`;

function deriveRateCases(): string {
  const rows = Array.from({ length: CASES }, (_, index) => {
    // Coprime steps cover every place, package and time.
    const origin = PLACES[(index * 7) % PLACES.length];
    const near = index % 3 === 0;
    const sameArea = PLACES.filter((one) => one.area === origin?.area);
    const choices = near ? sameArea : PLACES;
    const destination = choices[(index * 5 + 2) % choices.length];
    const packages = PACKAGES[(index * 11) % PACKAGES.length] ?? '';
    const day = DAYS[index % DAYS.length] ?? '';
    const time = TIMES[(index + Math.floor(index / DAYS.length)) % TIMES.length] ?? '';
    const isHeavy = index % 5 === 0;
    if (!origin?.area || !destination?.area) throw new RangeError('No such place');
    const cells = cellsOf([origin.area, destination.area], packages, { day, time, isHeavy });
    const given = [
      origin.code,
      destination.code,
      packages,
      `${day}T${time}`,
      isHeavy ? 'yes' : 'no',
    ];
    return [...given, ...cells].join(',');
  });
  return `${[HEADING, ...rows].join('\n')}\n`;
}

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

test('the cases are the ones derived by hand', () => {
  expect(text).toBe(deriveRateCases());
  expect(cases).toHaveLength(200);
  expect(heading.split(',').slice(5)).toEqual(LISTED_SERVICES);
});

test.each(cases)('%s', (line) => {
  const [origin = '', destination = '', packages = '', orderedAt = '', heavy, ...expected] =
    line.split(',');
  const shipment = makeShipment({ origin, destination, heavyAllowed: heavy === 'yes' });
  const timeZone = findServiceArea(shipment.tariff, origin)?.timeZone ?? 'America/Toronto';
  const asked = {
    ...shipment,
    packages: packages === '' ? [] : packages.split(' + ').map(packageOf),
    at: timestampAt(orderedAt, timeZone),
  };
  const { rates, unavailable } = explainRates(asked);
  const cells = LISTED_SERVICES.map((service) => {
    const rate = rates.find((one) => one.service === service);
    if (!rate) return unavailable.find((one) => one.service === service)?.code;
    const { price, currency, estimateDay } = rate;
    return [price.toFixed(2), currency, estimateDay].filter(Boolean).join(' ');
  });
  expect(cells).toEqual(expected);
  const quote = quoteRates(asked);
  const plain = rates.map(({ breakdown: _breakdown, ...rate }) => rate);
  expect('rates' in quote ? quote.rates : []).toEqual(plain);
});
