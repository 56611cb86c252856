import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestampWriter } from './timestamp-writer.ts';

/** Zones of the hour, the half hour and the quarter, with daylight saving and without. */
const ZONES = [
  ...['America/Toronto', 'America/St_Johns', 'America/Regina', 'Europe/Paris', 'UTC'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham'],
];

test('a timestamp reads as the clock on the wall shows it, in any zone and at any time of the year', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.array(fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2100, 0) }), { minLength: 1 }),
      (timeZone, timestamps) => {
        const write = timestampWriter(timeZone);
        const clock = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        for (const at of timestamps) expect(write(at)).toBe(clock.format(at));
      },
    ),
  );
});

test.each([
  ['spring', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59'],
  ['spring', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00'],
  ['autumn', '2026-11-01T05:59:59Z', '2026-11-01 01:59:59'],
  ['autumn', '2026-11-01T06:00:00Z', '2026-11-01 01:00:00'],
])('the hour changes in %s: %s is %s in Toronto', (_season, at, written) => {
  expect(timestampWriter('America/Toronto')(Date.parse(at))).toBe(written);
});
