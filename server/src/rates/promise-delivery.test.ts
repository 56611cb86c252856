import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Service } from '@portage/contract/rates/rates';
import { HOUR, DAY } from '@portage/contract/time';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { timestampAt, everyDay } from '../testing/make-shipment.ts';
import { promiseDelivery, nextSameDayCutoff } from './promise-delivery.ts';
import { shipByOfPromise, shipByOfWindow } from './ship-by.ts';

const TORONTO = 'America/Toronto';
const VANCOUVER = 'America/Vancouver';
const SEATTLE = 'America/Los_Angeles';
const ST_JOHNS = 'America/St_Johns';

const promiseOf = (service: Service) => shippedTariff().promiseOf(service, '');

function promise(service: Service, wallTime: string, timeZone = TORONTO) {
  const terms = promiseOf(service);
  if (!terms) throw new Error(`${service} promises no day`);
  return promiseDelivery(terms, timestampAt(wallTime, timeZone), timeZone);
}

describe('SAMEDAY', () => {
  test('ordered at 12:59:59 arrives the same day between 18:00 and 22:00', () => {
    expect(promise('SAMEDAY', '2026-03-10T12:59:59')?.estimate).toEqual({
      estimateDay: '2026-03-10',
      estimateFrom: '18:00',
      estimateTo: '22:00',
      epochEstimateFrom: timestampAt('2026-03-10T18:00', TORONTO),
      epochEstimateTo: timestampAt('2026-03-10T22:00', TORONTO),
    });
  });

  test('is not offered from 13:00:00 to midnight', () => {
    expect(promise('SAMEDAY', '2026-03-10T13:00:00')).toBeUndefined();
    expect(promise('SAMEDAY', '2026-03-10T23:59:59')).toBeUndefined();
    expect(promise('SAMEDAY', '2026-03-11T00:00:00')?.estimate.estimateDay).toBe('2026-03-11');
  });

  test('uses the cutoff in the origin’s time zone', () => {
    const noonInVancouver = timestampAt('2026-03-10T12:00', VANCOUVER);
    const terms = promiseOf('SAMEDAY');
    expect(terms && promiseDelivery(terms, noonInVancouver, VANCOUVER)).toBeDefined();
    expect(terms && promiseDelivery(terms, noonInVancouver, TORONTO)).toBeUndefined();
  });
});

describe('NEXTDAY', () => {
  test.each([
    ['12:59:59', '2026-03-11', false],
    ['13:00:00', '2026-03-12', true],
  ])('ordered on March 10 at %s arrives on %s', (time, day, isLate) => {
    const made = promise('NEXTDAY', `2026-03-10T${time}`);
    expect(made?.estimate.estimateDay).toBe(day);
    expect(made?.late).toBe(isLate);
  });

  test('works across the end of a year', () => {
    expect(promise('NEXTDAY', '2026-12-31T14:00')?.estimate.estimateDay).toBe('2027-01-02');
  });
});

test('STANDARD and FLEX name the last possible day, and the hours from the first day to it', () => {
  expect(promise('FLEX', '2026-03-10T23:00')?.estimate).toEqual({
    estimateDay: '2026-03-14',
    estimateFrom: '09:00',
    estimateTo: '21:00',
    epochEstimateFrom: timestampAt('2026-03-12T09:00', TORONTO),
    epochEstimateTo: timestampAt('2026-03-14T21:00', TORONTO),
  });
  expect(promise('STANDARD', '2026-03-10T23:00')?.estimate.estimateDay).toBe('2026-03-13');
});

// British Columbia keeps one clock since March 2026; Seattle changes its own.
describe.each([
  { day: '2026-03-08', dayBefore: '2026-03-07', timeZone: TORONTO, nightHours: 20 },
  { day: '2026-03-08', dayBefore: '2026-03-07', timeZone: VANCOUVER, nightHours: 20 },
  { day: '2026-11-01', dayBefore: '2026-10-31', timeZone: TORONTO, nightHours: 22 },
  { day: '2026-11-01', dayBefore: '2026-10-31', timeZone: VANCOUVER, nightHours: 21 },
  { day: '2026-11-01', dayBefore: '2026-10-31', timeZone: SEATTLE, nightHours: 22 },
])('on $day in $timeZone', ({ day, dayBefore, timeZone, nightHours }) => {
  test('the cutoff and the evening follow local time', () => {
    expect(promise('SAMEDAY', `${day}T13:00:00`, timeZone)).toBeUndefined();
    const made = promise('SAMEDAY', `${day}T12:59:59`, timeZone);
    expect(made?.estimate.epochEstimateFrom).toBe(timestampAt(`${day}T18:00`, timeZone));
    expect(made?.estimate.epochEstimateTo).toBe(timestampAt(`${day}T22:00`, timeZone));
  });

  test(`from noon the day before to nine in the morning it is ${nightHours} hours`, () => {
    const noon = timestampAt(`${dayBefore}T12:00`, timeZone);
    const made = promise('NEXTDAY', `${dayBefore}T12:00`, timeZone);
    expect(made?.estimate.epochEstimateFrom).toBe(noon + nightHours * HOUR);
  });
});

const CUTOFF = '13:00';

describe('same-day orders next close', () => {
  test.each([
    ['2026-03-10T00:00', '2026-03-10T13:00', true],
    ['2026-03-10T12:59:59.999', '2026-03-10T13:00', true],
    ['2026-03-10T13:00', '2026-03-11T13:00', false],
    ['2026-12-31T23:59', '2027-01-01T13:00', false],
    // A Saturday: SAMEDAY runs every day.
    ['2026-03-14T09:00', '2026-03-14T13:00', true],
    ['2026-03-14T13:01', '2026-03-15T13:00', false],
  ])('seen at %s in Toronto, at %s', (now, closing, isToday) => {
    expect(nextSameDayCutoff(timestampAt(now, TORONTO), TORONTO, CUTOFF)).toEqual({
      closesAt: timestampAt(closing, TORONTO),
      isToday,
    });
  });

  test.each([
    ['2026-03-07T13:00', 23],
    ['2026-10-31T13:00', 25],
    ['2026-06-10T13:00', 24],
  ])('from the cutoff of %s, in %i hours', (cutoff, hours) => {
    const at = timestampAt(cutoff, TORONTO);
    expect(nextSameDayCutoff(at, TORONTO, CUTOFF).closesAt).toBe(at + hours * HOUR);
  });

  test('at the first time after now when SAMEDAY is not offered', () => {
    const terms = shippedTariff().promiseOf('SAMEDAY', '') ?? expect.fail();
    const timestamp = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
    const zone = fc.constantFrom(TORONTO, VANCOUVER, ST_JOHNS, SEATTLE);
    fc.assert(
      fc.property(timestamp, zone, (at, timeZone) => {
        const isOffered = (when: number) => promiseDelivery(terms, when, timeZone) !== undefined;
        const { closesAt, isToday } = nextSameDayCutoff(at, timeZone, CUTOFF);
        expect(closesAt).toBeGreaterThan(at);
        expect(closesAt - at).toBeLessThanOrEqual(25 * HOUR);
        expect(isToday).toBe(isOffered(at));
        expect(isOffered(closesAt - 1)).toBe(true);
        expect(isOffered(closesAt)).toBe(false);
      }),
    );
  });

  test('on a short day at its own cutoff, and after a closed day on the next one', () => {
    const exceptions = [{ date: '2026-03-10', cutoffTime: '10:00' }, { date: '2026-03-11' }];
    const closing = (now: string) =>
      nextSameDayCutoff(timestampAt(now, TORONTO), TORONTO, CUTOFF, exceptions);
    expect(closing('2026-03-10T09:59')).toEqual({
      closesAt: timestampAt('2026-03-10T10:00', TORONTO),
      isToday: true,
    });
    const afterBoth = { closesAt: timestampAt('2026-03-12T13:00', TORONTO), isToday: false };
    expect(closing('2026-03-10T10:00')).toEqual(afterBoth);
    expect(closing('2026-03-11T08:00')).toEqual(afterBoth);
  });
});

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
    ['an earlier cutoff of its day', 'NEXTDAY', '08:00', { '10': '10:00' }, '10T10:00'],
    ['the service’s, before that of its day', 'NEXTDAY', '08:00', { '10': '15:00' }, '10T13:00'],
    ['the day before a closed one', 'FLEX', '08:00', { '12': '' }, '11T13:00'],
    ['today, before two closed days', 'FLEX', '08:00', { '11': '', '12': '' }, '10T13:00'],
    ['the first open day', 'NEXTDAY', '08:00', { '10': '' }, '11T13:00'],
    ['a day after a closed one, late today', 'STANDARD', '16:00', { '11': '' }, '12T13:00'],
  ] as const)('%s', (_, service, time, days, expected) => {
    const exceptions = Object.entries(days).map(([day, cutoffTime]) => ({
      date: `2026-03-${day}`,
      ...(cutoffTime !== '' && { cutoffTime }),
    }));
    const found = shipBy(service, `2026-03-10T${time}`, exceptions);
    expect(found).toBe(timestampAt(`2026-03-${expected}`, TORONTO));
  });

  test('the cutoff of the weekday, of a service without its own', () => {
    const at = timestampAt('2026-03-10T09:00', TORONTO);
    const usuals = everyDay.usuals.map((usual) =>
      usual.weekday === 'wednesday' ? { ...usual, cutoffTime: '11:00' } : usual,
    );
    const terms = promiseOf('STANDARD') ?? expect.fail();
    const placement = { at, timeZone: TORONTO, constraints: { usuals, exceptions: [] } };
    expect(shipByOfPromise({ ...terms, late: false }, placement)).toBe(
      timestampAt('2026-03-11T11:00', TORONTO),
    );
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
  const zones = [TORONTO, VANCOUVER, ST_JOHNS, SEATTLE];
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
