import { describe, expect, test } from 'vitest';
import type { Service } from '@portage/contract/rates/rates';
import { HOUR } from '@portage/contract/time';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { timestampAt } from '../testing/make-shipment.ts';
import { promiseDelivery } from './promise-delivery.ts';

const TORONTO = 'America/Toronto';
const VANCOUVER = 'America/Vancouver';
const SEATTLE = 'America/Los_Angeles';

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

describe('STANDARD and FLEX', () => {
  test('name the last possible day, and the hours from the first day to it', () => {
    expect(promise('FLEX', '2026-03-10T23:00')?.estimate).toEqual({
      estimateDay: '2026-03-14',
      estimateFrom: '09:00',
      estimateTo: '21:00',
      epochEstimateFrom: timestampAt('2026-03-12T09:00', TORONTO),
      epochEstimateTo: timestampAt('2026-03-14T21:00', TORONTO),
    });
    expect(promise('STANDARD', '2026-03-10T23:00')?.estimate.estimateDay).toBe('2026-03-13');
  });
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
