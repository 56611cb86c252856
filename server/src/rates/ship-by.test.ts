import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Service } from '@portage/contract/rates/rates';
import { DAY } from '@portage/contract/time';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { everyDay, timestampAt } from '../testing/make-shipment.ts';
import { promiseDelivery } from './promise-delivery.ts';
import { shipByOfPromise, shipByOfWindow } from './ship-by.ts';

const TORONTO = 'America/Toronto';
const ST_JOHNS = 'America/St_Johns';

type Exceptions = Merchant['deliveryConstraintsByWeek']['exceptions'];

function shipBy(service: Service, wallTime: string, exceptions: Exceptions = [], zone = TORONTO) {
  const at = timestampAt(wallTime, zone);
  const terms = shippedTariff().promiseOf(service, '') ?? expect.fail();
  const late = promiseDelivery(terms, at, zone, exceptions)?.late ?? false;
  const constraints = { ...everyDay, exceptions };
  return shipByOfPromise({ ...terms, late }, { at, timeZone: zone, constraints });
}

describe('an order ships by', () => {
  test.each([
    ['SAMEDAY', '2026-03-10T09:00', '2026-03-10T13:00'],
    ['NEXTDAY', '2026-03-10T12:59', '2026-03-10T13:00'],
    ['NEXTDAY', '2026-03-10T13:00', '2026-03-11T13:00'],
    // One day and two days of slack between the first and the last day of arrival.
    ['STANDARD', '2026-03-10T16:00', '2026-03-11T13:00'],
    ['FLEX', '2026-03-10T16:00', '2026-03-12T13:00'],
    // The clocks change in the night before.
    ['NEXTDAY', '2026-03-07T13:00', '2026-03-08T13:00'],
    ['FLEX', '2026-10-30T10:00', '2026-11-01T13:00'],
  ] as const)('%s ordered at %s: %s', (service, at, expected) => {
    expect(shipBy(service, at)).toBe(timestampAt(expected, TORONTO));
    expect(shipBy(service, at, [], ST_JOHNS)).toBe(timestampAt(expected, ST_JOHNS));
  });

  test.each([
    [
      'an earlier cutoff of its day',
      'NEXTDAY',
      [{ date: '2026-03-10', cutoffTime: '10:00' }],
      '2026-03-10T10:00',
    ],
    ['the day before a closed one', 'FLEX', [{ date: '2026-03-12' }], '2026-03-11T13:00'],
    ['the first open day', 'NEXTDAY', [{ date: '2026-03-10' }], '2026-03-11T13:00'],
  ] as const)('%s', (_, service, exceptions, expected) => {
    const found = shipBy(service, '2026-03-10T08:00', [...exceptions]);
    expect(found).toBe(timestampAt(expected, TORONTO));
  });
});

test.each([
  ['the day before a morning window', '2026-03-10T08:00', '2026-03-12T09:00', '2026-03-11T13:00'],
  ['the day of an afternoon window', '2026-03-10T08:00', '2026-03-12T15:00', '2026-03-12T13:00'],
  [
    'the window itself, where no cutoff is left',
    '2026-03-10T08:00',
    '2026-03-10T09:00',
    '2026-03-10T09:00',
  ],
])('a booked order ships by %s', (_, at, start, expected) => {
  const placement = { at: timestampAt(at, TORONTO), timeZone: TORONTO, constraints: everyDay };
  expect(shipByOfWindow(timestampAt(start, TORONTO), placement)).toBe(
    timestampAt(expected, TORONTO),
  );
});

test('an order always ships after it is placed and before its promise ends', () => {
  const zones = [TORONTO, 'America/Vancouver', ST_JOHNS, 'America/Los_Angeles'];
  const services = ['SAMEDAY', 'NEXTDAY', 'STANDARD', 'FLEX'] as const;
  const exception = fc
    .record({ day: fc.integer({ min: 0, max: 20 }), cutoff: fc.option(fc.constant('10:00')) })
    .map(({ day, cutoff }) => ({
      date: new Date(Date.UTC(2026, 2, 1) + day * DAY).toISOString().slice(0, 10),
      ...(cutoff !== null && { cutoffTime: cutoff }),
    }));
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 2, 1), max: Date.UTC(2026, 2, 16) }),
      fc.constantFrom(...zones),
      fc.constantFrom(...services),
      fc.uniqueArray(exception, { selector: ({ date }) => date, maxLength: 12 }),
      (at, timeZone, service, exceptions) => {
        const terms = shippedTariff().promiseOf(service, '') ?? expect.fail();
        const promise = promiseDelivery(terms, at, timeZone, exceptions);
        if (!promise) return;
        const constraints = { ...everyDay, exceptions };
        const by = shipByOfPromise({ ...terms, late: promise.late }, { at, timeZone, constraints });
        expect(by).toBeGreaterThan(at);
        expect(by).toBeLessThan(promise.estimate.epochEstimateTo ?? 0);
        const time = Temporal.Instant.fromEpochMilliseconds(by).toZonedDateTimeISO(timeZone);
        expect(['10:00', '13:00']).toContain(
          time.toPlainTime().toString({ smallestUnit: 'minute' }),
        );
      },
    ),
  );
});
