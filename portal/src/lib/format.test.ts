import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatFor, namedFormatFor } from './format.ts';

const TORONTO = 'America/Toronto';
/** Thursday 20 November 2025, 13:05 in Toronto. */
const TIMESTAMP = Date.UTC(2025, 10, 20, 18, 5);

beforeEach(() => {
  vi.useFakeTimers({ now: TIMESTAMP });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Browsers differ in their no-break spaces. */
const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('a short timestamp shows its year only if it is another', () => {
  expect(seen(formatFor('en', TORONTO).shortDateTime(TIMESTAMP))).toBe('Nov 20, 1:05 p.m.');
  expect(seen(formatFor('fr', TORONTO).shortDateTime(TIMESTAMP))).toBe('20 nov., 13 h 05');
  vi.setSystemTime(Date.UTC(2026, 0, 15));
  expect(seen(formatFor('en', TORONTO).shortDateTime(TIMESTAMP))).toBe('Nov 20, 2025, 1:05 p.m.');
  expect(seen(formatFor('fr', TORONTO).shortDateTime(TIMESTAMP))).toBe('20 nov. 2025, 13 h 05');
});

test('a moment is written in the requested time zone', () => {
  expect(seen(formatFor('en', 'America/Vancouver').time(TIMESTAMP))).toBe('10:05 a.m.');
  expect(seen(formatFor('en', 'America/Halifax').time(TIMESTAMP))).toBe('2:05 p.m.');
});

test('French counts the first of a month, and no other day', () => {
  const { shortDateTime, fullDateTime, date, weekday } = formatFor('fr', TORONTO);
  const first = Date.UTC(2025, 10, 1, 5, 5);
  expect(seen(shortDateTime(first))).toBe('1er nov., 1 h 05');
  expect(seen(fullDateTime(first))).toBe('samedi 1er novembre 2025 à 1 h 05');
  expect(seen(date(first))).toBe('1er nov.');
  expect(seen(weekday(first))).toBe('samedi 1er novembre');
  expect(seen(date(Date.UTC(2024, 10, 11, 17)))).toBe('11 nov. 2024');
  expect(seen(formatFor('en', TORONTO).date(first))).toBe('Nov 1');
});

test('two days are written together, with the year if it is another', () => {
  const days = (locale: 'en' | 'fr', first: string, last: string) =>
    seen(formatFor(locale, 'America/Vancouver').days(first, last)).replace(/\s*–\s*/, '–');
  expect(days('en', '2025-11-01', '2025-11-20')).toBe('Nov 1–20');
  expect(days('fr', '2025-11-01', '2025-11-20')).toBe('1er–20 nov.');
  expect(days('en', '2025-11-20', '2025-11-20')).toBe('Nov 20');
  expect(days('en', '2024-12-30', '2025-01-02')).toBe('Dec 30, 2024–Jan 2, 2025');
});

test('French leaves out the minutes of a full hour', () => {
  const one = Date.UTC(2025, 10, 20, 18);
  const { time, timeInZone } = formatFor('fr', TORONTO);
  expect(seen(time(one))).toBe('13 h');
  expect(seen(timeInZone(one))).toMatch(/^13 h \S+$/);
  expect(seen(timeInZone(Date.UTC(2025, 10, 20, 14)))).toMatch(/^9 h \S+$/);
  expect(seen(formatFor('en', TORONTO).time(one))).toBe('1:00 p.m.');
});

test('a time of day does not break across lines', () => {
  expect(formatFor('en', TORONTO).time(TIMESTAMP)).not.toContain(' ');
  expect(formatFor('fr', TORONTO).time(TIMESTAMP)).not.toContain(' ');
});

test('a full timestamp names the weekday and the year', () => {
  expect(seen(formatFor('en', TORONTO).fullDateTime(TIMESTAMP))).toBe(
    'Thursday, November 20, 2025 at 1:05 p.m.',
  );
  expect(seen(formatFor('fr', TORONTO).fullDateTime(TIMESTAMP))).toBe(
    'jeudi 20 novembre 2025 à 13 h 05',
  );
});

test('money and numbers follow the language, and US dollars are marked', () => {
  expect(seen(formatFor('en').money(1234.5, 'CAD'))).toBe('$1,234.50');
  expect(seen(formatFor('fr').money(1234.5, 'CAD'))).toBe('1 234,50 $');
  expect(seen(formatFor('en').money(9, 'USD'))).toBe('US$9.00');
  expect(seen(formatFor('fr').number(10_000))).toBe('10 000');
});

test('the zone of a time is named where the reader’s clock shows another', () => {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const own = namedFormatFor('en', device);
  expect(own.shortDateTime(TIMESTAMP)).toBe(formatFor('en', device).shortDateTime(TIMESTAMP));
  const there = namedFormatFor('en', 'America/St_Johns');
  expect(seen(there.shortDateTime(TIMESTAMP))).toBe('Nov 20, 2:35 p.m. NST');
  expect(seen(there.time(TIMESTAMP))).toBe('2:35 p.m. NST');
  expect(seen(there.period(TIMESTAMP, TIMESTAMP + 3_600_000))).toBe(
    'Nov 20, 2:35 p.m. – 3:35 p.m. NST',
  );
});
