import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR } from '@portage/contract/time';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { timestampAt } from '../testing/make-shipment.ts';
import { nextSameDayCutoff, promiseDelivery } from './promise-delivery.ts';

const CUTOFF = '13:00';
const TORONTO = 'America/Toronto';
const VANCOUVER = 'America/Vancouver';
const ST_JOHNS = 'America/St_Johns';

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
    const zone = fc.constantFrom(TORONTO, VANCOUVER, ST_JOHNS, 'America/Los_Angeles');
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
