import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { Weekday, type TimeOfDay, DAY, HOUR } from '@portage/contract/time';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { everyDay, timestampAt } from '../testing/make-shipment.ts';
import { isWindowOffered, listWindows } from './list-windows.ts';

type Constraints = Merchant['deliveryConstraintsByWeek'];
type Time = z.infer<typeof TimeOfDay>;

const tariff = shippedTariff();
const TORONTO = 'America/Toronto';
const VANCOUVER = 'America/Vancouver';
const SEATTLE = 'America/Los_Angeles';
const ORIGINS = { [TORONTO]: 'M5V 2T6', [VANCOUVER]: 'V6B 1A1', [SEATTLE]: '98101' };

function windowsAt(
  wallTime: string,
  constraints: Partial<Constraints> = {},
  timeZone: keyof typeof ORIGINS = TORONTO,
) {
  return listWindows({
    tariff,
    origin: ORIGINS[timeZone],
    destination: ORIGINS[timeZone],
    merchant: { deliveryConstraintsByWeek: { ...everyDay, ...constraints } },
    at: timestampAt(wallTime, timeZone),
  });
}

const everyDayFrom = (timeStart: Time, timeEnd: Time, cutoffTime: Time): Constraints['usuals'] =>
  Weekday.options.map((weekday) => ({
    weekday,
    deliveryWindow: { timeStart, timeEnd },
    cutoffTime,
  }));

const startsOn = (windows: ReturnType<typeof windowsAt>, date: string) =>
  windows.filter((window) => window.date === date).map((one) => one.deliveryWindow.timeStart);

describe('the windows of an ordinary fortnight', () => {
  test('are the usual windows cut into three hours, today and the 13 days after it', () => {
    const windows = windowsAt('2026-05-12T08:00');
    expect(windows).toHaveLength(14 * 4);
    expect(windows[0]).toEqual({
      date: '2026-05-12',
      weekday: 'tuesday',
      deliveryWindow: { timeStart: '09:00', timeEnd: '12:00' },
      start: timestampAt('2026-05-12T09:00', TORONTO),
      end: timestampAt('2026-05-12T12:00', TORONTO),
    });
    expect(windows.at(-1)?.date).toBe('2026-05-25');
  });

  test('leave out windows shorter than three hours', () => {
    const windows = windowsAt('2026-05-12T08:00', {
      usuals: everyDayFrom('09:00', '14:59', '13:00'),
    });
    expect(startsOn(windows, '2026-05-13')).toEqual(['09:00']);
  });

  test('are listed once and in order when usual windows overlap', () => {
    const usuals = [
      ...everyDayFrom('12:00', '18:00', '13:00'),
      ...everyDayFrom('09:00', '15:00', '13:00'),
    ];
    const windows = windowsAt('2026-05-12T08:00', { usuals });
    expect(startsOn(windows, '2026-05-13')).toEqual(['09:00', '12:00', '15:00']);
  });

  test('are none between metro areas, outside them, or without usual windows', () => {
    const merchant = { deliveryConstraintsByWeek: everyDay };
    const at = timestampAt('2026-05-12T08:00', TORONTO);
    expect(
      listWindows({ tariff, origin: 'M5V 2T6', destination: 'K1P 1J1', merchant, at }),
    ).toEqual([]);
    expect(
      listWindows({ tariff, origin: 'X1A 2P3', destination: 'X1A 2P3', merchant, at }),
    ).toEqual([]);
    expect(windowsAt('2026-05-12T08:00', { usuals: [] })).toEqual([]);
  });
});

describe('the cutoff', () => {
  test('closes only today’s windows, at its exact second', () => {
    expect(startsOn(windowsAt('2026-05-12T12:59:59'), '2026-05-12')).toEqual(['15:00', '18:00']);
    const late = windowsAt('2026-05-12T13:00:00');
    expect(startsOn(late, '2026-05-12')).toEqual([]);
    expect(startsOn(late, '2026-05-13')).toHaveLength(4);
  });

  test('does not restore a window that has begun', () => {
    expect(startsOn(windowsAt('2026-05-12T09:00:00'), '2026-05-12')).not.toContain('09:00');
    expect(startsOn(windowsAt('2026-05-12T08:59:59'), '2026-05-12')).toContain('09:00');
  });
});

describe('an exception', () => {
  test('closes its day', () => {
    const windows = windowsAt('2026-05-12T08:00', { exceptions: [{ date: '2026-05-18' }] });
    expect(startsOn(windows, '2026-05-18')).toEqual([]);
    expect(windows).toHaveLength(13 * 4);
  });

  test('with a cutoff moves the cutoff of its day and leaves the day open', () => {
    const exceptions = [{ date: '2026-05-12', cutoffTime: '10:00' }];
    expect(startsOn(windowsAt('2026-05-12T09:59', { exceptions }), '2026-05-12')).toHaveLength(3);
    expect(startsOn(windowsAt('2026-05-12T10:00', { exceptions }), '2026-05-12')).toEqual([]);
  });
});

// British Columbia keeps one clock since March 2026; Seattle changes its own.
describe.each([
  { day: '2026-03-08', dayBefore: '2026-03-07', zone: TORONTO },
  { day: '2026-03-08', dayBefore: '2026-03-07', zone: VANCOUVER },
  { day: '2026-11-01', dayBefore: '2026-10-31', zone: TORONTO },
  { day: '2026-11-01', dayBefore: '2026-10-31', zone: SEATTLE },
] as const)('when the clock changes on $day in $zone', ({ day, dayBefore, zone }) => {
  test('the daytime windows are at their usual hours', () => {
    const windows = windowsAt(`${day}T07:00`, {}, zone);
    expect(startsOn(windows, day)).toEqual(['09:00', '12:00', '15:00', '18:00']);
    expect(windows[0]?.start).toBe(timestampAt(`${day}T09:00`, zone));
  });

  test('the window in which it changes is not offered', () => {
    const usuals = everyDayFrom('00:00', '09:00', '23:00');
    const windows = windowsAt(`${dayBefore}T22:00`, { usuals }, zone);
    expect(startsOn(windows, day)).toEqual(['03:00', '06:00']);
  });
});

test('every window is in the future, at most 14 days ahead, and lasts three hours', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const minute = fc.constantFrom('00', '15', '30', '59');
  const time = fc.tuple(hour, minute).map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`);
  const usuals = fc.array(
    fc.record({
      weekday: fc.constantFrom(...Weekday.options),
      deliveryWindow: fc.record({ timeStart: time, timeEnd: time }),
      cutoffTime: time,
    }),
    { maxLength: 8 },
  );
  const timestamp = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 1, 20), max: Date.UTC(2026, 2, 12) }),
    fc.integer({ min: Date.UTC(2026, 9, 15), max: Date.UTC(2026, 10, 5) }),
  );
  fc.assert(
    fc.property(
      usuals,
      timestamp,
      fc.constantFrom(TORONTO, VANCOUVER, SEATTLE),
      (week, at, zone) => {
        const windows = listWindows({
          tariff,
          origin: ORIGINS[zone],
          destination: ORIGINS[zone],
          merchant: { deliveryConstraintsByWeek: { usuals: week, exceptions: [] } },
          at,
        });
        const starts = windows.map(({ start }) => start);
        expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
        for (const { start, end, date, deliveryWindow } of windows) {
          expect(start).toBeGreaterThan(at);
          expect(start).toBeLessThan(at + 14 * DAY + HOUR);
          expect(end - start).toBe(3 * HOUR);
          expect(
            week.some(
              (usual) =>
                usual.deliveryWindow.timeStart <= deliveryWindow.timeStart &&
                usual.deliveryWindow.timeEnd >= deliveryWindow.timeEnd,
            ),
          ).toBe(true);
          expect(timestampAt(`${date}T${deliveryWindow.timeStart}`, zone)).toBe(start);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a window is offered exactly while it is listed', () => {
  const hours = HOUR;
  const monday = timestampAt('2026-03-02T00:00', TORONTO);
  const request = (at: number) => ({
    tariff,
    origin: ORIGINS[TORONTO],
    destination: ORIGINS[TORONTO],
    merchant: { deliveryConstraintsByWeek: everyDay },
    at,
  });
  // Daylight saving begins on 8 March; tries the day before to two days late.
  const at = fc.integer({ min: 0, max: 9 * 24 }).map((hour) => monday + hour * hours);
  const offset = fc.integer({ min: -24, max: 16 * 24 });
  fc.assert(
    fc.property(at, offset, fc.constantFrom(3, 2), (placed, offsetHours, length) => {
      const start = placed + offsetHours * hours;
      const window = { start, end: start + length * hours };
      const isListed = listWindows(request(placed)).some(
        (one) => one.start === window.start && one.end === window.end,
      );
      expect(isWindowOffered(request(placed), window)).toBe(isListed);
    }),
    { numRuns: 300 },
  );
  const between = { ...request(monday), destination: 'H2Y 1C6' };
  const [first = { start: 0, end: 0 }] = listWindows(request(monday));
  expect(isWindowOffered(request(monday), first)).toBe(true);
  expect(isWindowOffered(between, first)).toBe(false);
});
