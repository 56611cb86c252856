import { expect, test } from 'vitest';
import { dayText, hoursText } from './RateChoice.tsx';

const window = { date: '2026-11-26', deliveryWindow: { timeStart: '09:00', timeEnd: '12:00' } };

/** Intl uses several kinds of spaces, which look alike. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('a day is named by weekday, month and number in each language', () => {
  expect(plain(dayText(window.date, 'en'))).toBe('Thursday, November 26');
  expect(plain(dayText(window.date, 'fr'))).toBe('jeudi 26 novembre');
  expect(plain(dayText('2026-12-01', 'fr'))).toBe('mardi 1er décembre');
  expect(plain(dayText('2026-12-11', 'fr'))).toBe('vendredi 11 décembre');
});

test('the hours of a window are those of its origin, not of the reader', () => {
  expect(plain(hoursText(window, 'en'))).toBe('9 a.m. – 12 p.m.');
  expect(plain(hoursText(window, 'fr'))).toBe('9 h – 12 h');
});
