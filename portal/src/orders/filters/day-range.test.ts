import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayRangePreset } from '@portage/contract/orders/order-views';
import { dayIn } from '../../lib/clock.ts';
import { loadTemporal } from '../../lib/temporal.ts';
import { daysOf, defaultDays, timestampsOf } from './day-range.ts';

await loadTemporal();

/** A Saturday. */
const TODAY = '2026-11-21';

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['thisWeek', '2026-11-15', '2026-11-21'],
  ['lastWeek', '2026-11-08', '2026-11-14'],
  ['thisMonth', '2026-11-01', '2026-11-30'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['2026-02-27..2026-03-02', '2026-02-27', '2026-03-02'],
] as const)('%s is from %s to %s', (range, first, last) => {
  expect(daysOf(range, TODAY)).toEqual({ first, last });
});

test('a week that begins today begins on this Sunday', () => {
  expect(daysOf('thisWeek', '2026-11-22').first).toBe('2026-11-22');
});

test('the last two months end today, also when the month before is shorter', () => {
  expect(defaultDays(TODAY)).toEqual({ first: '2026-09-21', last: TODAY });
  expect(defaultDays('2026-04-30').first).toBe('2026-02-28');
});

test('a day has its own hours when the clocks change', () => {
  const hours = (day: string) => {
    const { from = 0, to = 0 } = timestampsOf({ first: day, last: day }, 'America/Toronto');
    return (to + 1 - from) / 3_600_000;
  };
  expect(hours('2026-03-08')).toBe(23);
  expect(hours('2026-11-01')).toBe(25);
  expect(hours('2026-11-02')).toBe(24);
});

test('all time is open on both sides', () => {
  expect(timestampsOf(daysOf('all', TODAY), 'America/Toronto')).toEqual({});
});

test('now lies within today, this week and this month, in any zone', () => {
  const named = DayRangePreset.extract(['today', 'thisWeek', 'thisMonth']).options;
  fc.assert(
    fc.property(
      fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
      fc.constantFrom('America/St_Johns', 'America/Toronto', 'America/Vancouver', 'Pacific/Apia'),
      fc.constantFrom(...named),
      (now, timeZone, range) => {
        const days = daysOf(range, dayIn(timeZone, now));
        const { from = Infinity, to = -Infinity } = timestampsOf(days, timeZone);
        expect(from).toBeLessThanOrEqual(now);
        expect(to).toBeGreaterThanOrEqual(now);
      },
    ),
  );
});
