import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryPromise } from './label-content.ts';

/** Start of daylight saving in Toronto, an hour before Winnipeg's. */
const SPRING = Date.UTC(2026, 2, 8, 7);

/** Timestamps of few minutes, so that some are asked for again. */
const anyTimestamp = fc
  .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: 0, max: 59_999 }))
  .map(([minutes, within]) => SPRING + minutes * 60_000 + within);
const anyZone = fc.constantFrom('America/Toronto', 'America/Winnipeg', 'America/St_Johns');

test('French counts the first of a month', () => {
  const noon = Date.UTC(2026, 11, 1, 17);
  const window = { completeAfter: noon, completeBefore: noon };
  expect(deliveryPromise(window, 'fr', 'America/Toronto')?.day).toBe('mar. 1er déc.');
});

test('a timestamp is written the same after any other', () => {
  fc.assert(
    fc.property(anyTimestamp, anyTimestamp, anyZone, (start, end, timeZone) => {
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-CA', { timeZone, ...options });
      const time = written({ timeStyle: 'short', hourCycle: 'h23' });
      const day = written({ dateStyle: 'short' });
      const isWithinADay = day.format(start) === day.format(end);
      const window = { completeAfter: start, completeBefore: end };
      expect(deliveryPromise(window, 'en', timeZone)?.hours).toBe(
        isWithinADay ? `${time.format(start)}–${time.format(end)}` : undefined,
      );
    }),
    { numRuns: 500 },
  );
});
