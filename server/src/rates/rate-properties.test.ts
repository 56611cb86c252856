import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewPackage } from '@portage/contract/orders/packages';
import { Service } from '@portage/contract/rates/rates';
import { DAY, HOUR } from '@portage/contract/time';
import { everyDay, makeShipment, timestampAt } from '../testing/make-shipment.ts';
import { listWindows } from './list-windows.ts';
import { priceOf, pricePackages } from './price-packages.ts';
import { explainRates } from './quote-rates.ts';
import type { Shipment } from './rate-service.ts';
import type { SurchargeBand } from './tariff.ts';

const ZONES = {
  'America/Toronto': ['M5V 2T6', 'L8P 1A1'],
  'America/Halifax': ['B3J 1S9', 'B2Y 1A1'],
  'America/Winnipeg': ['R3C 4T3', 'R2C 1A1'],
  'America/Los_Angeles': ['98101', '98004'],
} as const;
const zone = fc.constantFrom(...(Object.keys(ZONES) as (keyof typeof ZONES)[]));

/** Hours around both changes of the clocks, or any time of the year. */
const orderedAt = fc.oneof(
  fc
    .constantFrom('2026-03-08', '2026-11-01')
    .chain((day) =>
      fc
        .integer({ min: -48 * 60, max: 48 * 60 })
        .map((minutes) => Date.parse(`${day}T07:00:00Z`) + minutes * 60_000),
    ),
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
);

const exceptionsAt = (at: number) =>
  fc.uniqueArray(
    fc.record({
      date: fc
        .integer({ min: -1, max: 6 })
        .map((days) => new Date(at + days * DAY).toISOString().slice(0, 10)),
      cutoffTime: fc.option(fc.constantFrom('09:00', '12:30', '15:00'), { nil: undefined }),
    }),
    { selector: ({ date }) => date, maxLength: 4 },
  );

/** In thousandths of a pound and of an inch. */
const parcel = fc.record({
  pounds: fc.integer({ min: 0, max: 600_000 }),
  inches: fc.tuple(
    fc.integer({ min: 0, max: 250_000 }),
    fc.integer({ min: 0, max: 60_000 }),
    fc.integer({ min: 0, max: 60_000 }),
  ),
});
type Parcel = ReturnType<typeof parcel.generate>['value'];

const packageIn = (units: 'imperial' | 'metric', { pounds, inches }: Parcel): NewPackage => {
  const isMetric = units === 'metric';
  const [length, width, height] = inches.map((one) => (one / 1000) * (isMetric ? 2.54 : 1));
  return {
    weightOptions: {
      weight: (pounds / 1000) * (isMetric ? 0.453_592_37 : 1),
      unit: isMetric ? 'kg' : 'lb',
    },
    sizeOptions: {
      length: length ?? 0,
      width: width ?? 0,
      height: height ?? 0,
      unit: isMetric ? 'cm' : 'inch',
    },
  };
};

/** Bands from 0 on, without gaps. */
const bands = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom(1, 5, 139), fc.nat(500)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) =>
    steps.map(([width, unit, cents], index): SurchargeBand => {
      const above = steps.slice(0, index).reduce((sum, [one]) => sum + one, 0);
      const isLast = index === steps.length - 1;
      return { above, upTo: isLast ? Infinity : above + width, unit, cents };
    }),
  );

test('with any tariff, a price never falls with weight or size, and is never negative', () => {
  const growth = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(
      bands,
      bands,
      parcel,
      growth,
      growth,
      (weightBands, sizeBands, one, more, longer) => {
        const [length, width, height] = one.inches;
        const grown: Parcel = {
          pounds: one.pounds + more,
          inches: [length + longer, width, height],
        };
        const priced = [one, grown].map((each) =>
          pricePackages({ weightBands, sizeBands }, [packageIn('imperial', each)], {
            base: 900,
            zone: 50,
          }),
        );
        const [before, after] = priced.map(priceOf);
        expect(after).toBeGreaterThanOrEqual(before ?? 0);
        for (const parts of priced) {
          for (const cents of Object.values(parts)) {
            expect(cents).toBeGreaterThanOrEqual(0);
            expect(Number.isInteger(cents)).toBe(true);
          }
        }
      },
    ),
  );
});

test('a shipment has the same rates and the same reasons in pounds and inches as in kilograms and centimetres', () => {
  fc.assert(
    fc.property(fc.array(parcel, { maxLength: 3 }), fc.boolean(), (list, heavyAllowed) => {
      const [imperial, metric] = (['imperial', 'metric'] as const).map((units) =>
        explainRates(
          makeShipment({ heavyAllowed, packages: list.map((one) => packageIn(units, one)) }),
        ),
      );
      expect(metric?.rates).toEqual(imperial?.rates);
      expect(metric?.unavailable.map(({ code }) => code)).toEqual(
        imperial?.unavailable.map(({ code }) => code),
      );
    }),
  );
});

const place = fc.constantFrom(...Object.values(ZONES).flat(), 'H2Y 1C6', 'K0C 1A0', '90210');
const shipment = orderedAt.chain((at) =>
  fc.record<Shipment>({
    ...makeShipmentArbitraries(),
    at: fc.constant(at),
    merchant: fc.record({
      locationPricing: fc.record({
        pricingRows: fc.array(
          fc.record({
            postalPrefix: fc.constantFrom('', 'M5', 'B', '98'),
            price: fc.double({ min: -5, max: 50, noNaN: true }),
          }),
          { maxLength: 2 },
        ),
      }),
      deliveryConstraintsByWeek: fc.record({
        usuals: fc.constantFrom([], everyDay.usuals),
        exceptions: exceptionsAt(at),
      }),
    }),
  }),
);

function makeShipmentArbitraries() {
  const { tariff } = makeShipment();
  return {
    tariff: fc.constant(tariff),
    origin: place,
    destination: place,
    packages: fc.array(
      parcel.map((one) => packageIn('imperial', one)),
      { maxLength: 2 },
    ),
    locale: fc.constantFrom('en' as const, 'fr' as const),
    heavyAllowed: fc.boolean(),
  };
}

test('every service is either rated or unavailable, never both or neither', () => {
  fc.assert(
    fc.property(shipment, (one) => {
      const { rates, unavailable } = explainRates(one);
      const services = [...rates, ...unavailable].map(({ service }) => service);
      expect(services.toSorted()).toEqual(Service.options.toSorted());
      for (const { price, breakdown } of rates) {
        const { base, zone: surcharge, weight, size } = breakdown;
        expect(Math.round((base + surcharge + weight + size) * 100)).toBe(Math.round(price * 100));
        expect(price).toBeGreaterThanOrEqual(0);
      }
      for (const { reason, nextPossible } of unavailable) {
        expect(reason).not.toMatch(/[{}]|undefined/);
        if (nextPossible !== undefined) expect(nextPossible).toBeGreaterThan(one.at);
      }
    }),
    { numRuns: 200 },
  );
});

test('promises and windows are never in the past, never on a day off, and exact when the clocks change', () => {
  const asked = fc
    .tuple(zone, orderedAt)
    .chain(([timeZone, at]) => fc.tuple(fc.constant({ timeZone, at }), exceptionsAt(at)));
  fc.assert(
    fc.property(asked, ([{ timeZone, at }, exceptions]) => {
      const [origin, destination] = ZONES[timeZone];
      const merchant = {
        locationPricing: { pricingRows: [] },
        deliveryConstraintsByWeek: { ...everyDay, exceptions },
      };
      const one = makeShipment({ origin, destination, at, merchant });
      const closed = exceptions.filter((day) => day.cutoffTime === undefined);
      const isClosed = (date: string) => closed.some((day) => day.date === date);
      for (const { start, end, date, deliveryWindow } of listWindows(one)) {
        expect(start).toBeGreaterThan(at);
        expect(end - start).toBe(3 * HOUR);
        expect(isClosed(date)).toBe(false);
        expect(timestampAt(`${date}T${deliveryWindow.timeStart}`, timeZone)).toBe(start);
        expect(timestampAt(`${date}T${deliveryWindow.timeEnd}`, timeZone)).toBe(end);
      }
      for (const rate of explainRates(one).rates) {
        const { estimateDay, estimateTo = '', epochEstimateTo = Infinity } = rate;
        expect(epochEstimateTo).toBeGreaterThan(at);
        if (estimateDay === undefined) continue;
        expect(isClosed(estimateDay)).toBe(false);
        expect(timestampAt(`${estimateDay}T${estimateTo}`, timeZone)).toBe(epochEstimateTo);
      }
    }),
    { numRuns: 150 },
  );
});
