import { describe, expect, test } from 'vitest';
import type { Locale } from '@portage/contract/locale';
import englishCommon from '../i18n/en/common.json' with { type: 'json' };
import english from '../i18n/en/orders.json' with { type: 'json' };
import frenchCommon from '../i18n/fr/common.json' with { type: 'json' };
import french from '../i18n/fr/orders.json' with { type: 'json' };
import { translator } from '../i18n/translate.ts';
import { formatFor } from '../lib/format.ts';
import { loadTemporal } from '../lib/temporal.ts';
import { tellDue } from '../order/ShipBy.tsx';
import { tellCutoff } from './CutoffClock.tsx';

await loadTemporal();

const TORONTO = 'America/Toronto';
const at = (iso: string) => Date.parse(iso);
/** 1 p.m. on a Friday in Toronto. */
const CUTOFF = at('2026-11-20T13:00-05:00');

const translators = {
  en: translator('en', { orders: english, common: englishCommon }, 'orders'),
  fr: translator('fr', { orders: french, common: frenchCommon }, 'orders'),
};
const common = {
  en: translator('en', { common: englishCommon }, 'common'),
  fr: translator('fr', { common: frenchCommon }, 'common'),
};

/** Twelve orders that ship by a time of the day. */
const due = (time: string) => ({
  late: 0,
  dueNext: 12,
  nextShipBy: at(`2026-11-20T${time}-05:00`),
});

interface Reader {
  readonly locale?: Locale;
  readonly device?: string;
  readonly closesAt?: number;
}

/** The words of the clock, with plain spaces in its times. */
function wordsAt(now: string, { locale = 'en', device = TORONTO, closesAt = CUTOFF }: Reader = {}) {
  const formats = { merchant: formatFor(locale, TORONTO), device: formatFor(locale, device) };
  const { words } = tellCutoff(closesAt, at(now), formats, translators[locale]);
  return words.replace(/[\u00a0\u202f]/g, ' ');
}

test.each([
  ['2026-11-20T11:48-05:00', 'Same-day closes at 1:00 p.m., in 1 h 12 min'],
  ['2026-11-20T11:00-05:00', 'Same-day closes at 1:00 p.m., in 2 h'],
  ['2026-11-20T12:00-05:00', 'Same-day closes at 1:00 p.m., in 1 h'],
  ['2026-11-20T12:01-05:00', 'Same-day closes at 1:00 p.m., in 59 min'],
  ['2026-11-20T12:59:59-05:00', 'Same-day closes at 1:00 p.m., in 1 min'],
  // Nothing newer is known yet.
  ['2026-11-20T13:00-05:00', 'Same-day is closed for today'],
  // The evening before, when the cutoff of that day has passed.
  ['2026-11-19T23:59-05:00', 'Same-day is closed until Friday, November 20 (cutoff 1:00 p.m.)'],
  ['2026-11-20T00:00-05:00', 'Same-day closes at 1:00 p.m., in 13 h'],
])('at %s the clock says: %s', (now, words) => {
  expect(wordsAt(now)).toBe(words);
});

test('the clock is in French', () => {
  expect(wordsAt('2026-11-20T11:48-05:00', { locale: 'fr' })).toBe(
    'Jour même : commandes jusqu’à 13 h (encore 1 h 12 min)',
  );
  expect(wordsAt('2026-11-19T18:00-05:00', { locale: 'fr' })).toBe(
    'Jour même : prochaine limite le vendredi 20 novembre à 13 h',
  );
});

test('the time zone is named for a reader whose clock shows another time', () => {
  const inVancouver = { device: 'America/Vancouver' };
  expect(wordsAt('2026-11-20T12:30-05:00', inVancouver)).toBe(
    'Same-day closes at 1:00 p.m. EST, in 30 min',
  );
  expect(wordsAt('2026-11-20T12:30-05:00', { device: 'America/New_York' })).toBe(
    'Same-day closes at 1:00 p.m., in 30 min',
  );
});

describe('when the clocks change', () => {
  test.each([
    // One hour is missing between midnight and 1 p.m., or there twice.
    ['2026-03-08T00:00-05:00', '2026-03-08T13:00-04:00', 'in 12 h'],
    ['2026-11-01T00:00-04:00', '2026-11-01T13:00-05:00', 'in 14 h'],
    ['2026-11-01T01:30-04:00', '2026-11-01T13:00-05:00', 'in 12 h 30 min'],
  ])('from %s to %s it is right', (now, closing, words) => {
    expect(wordsAt(now, { closesAt: at(closing) })).toBe(`Same-day closes at 1:00 p.m., ${words}`);
  });
});

test.each([
  [{ late: 0, dueNext: 0 }, undefined],
  [
    { late: 3, dueNext: 0 },
    { words: '3 late', urgency: 'urgent' },
  ],
  [due('13:00'), { words: '12 to ship by 1:00 p.m., in 3 h', urgency: 'calm' }],
  [due('11:00'), { words: '12 will miss 11:00 a.m., in 60 min', urgency: 'soon' }],
  [due('10:15'), { words: '12 will miss 10:15 a.m., in 15 min', urgency: 'urgent' }],
  [
    { ...due('10:40'), late: 2 },
    { words: '2 late · 12 will miss 10:40 a.m., in 40 min', urgency: 'urgent' },
  ],
  // Its time has come since it was counted.
  [
    { ...due('10:00'), late: 2 },
    { words: '14 late', urgency: 'urgent' },
  ],
  [
    { late: 0, dueNext: 12, nextShipBy: CUTOFF + 24 * 3_600_000 },
    { words: '12 to ship by 1:00 p.m. on Saturday, November 21', urgency: 'calm' },
  ],
] as const)('at 10 a.m. %j reads %j', (work, told) => {
  const format = formatFor('en', TORONTO);
  const now = at('2026-11-20T10:00-05:00');
  const found = tellDue(work, now, { merchant: format, device: format }, common.en);
  expect(found && { ...found, words: found.words.replace(/[\u00a0\u202f]/g, ' ') }).toEqual(told);
});

test('in French one order is in the singular', () => {
  const format = formatFor('fr', TORONTO);
  const now = at('2026-11-20T10:00-05:00');
  const work = { ...due('10:30'), dueNext: 1 };
  const told = tellDue(work, now, { merchant: format, device: format }, common.fr);
  expect(told?.words.replace(/[\u00a0\u202f]/g, ' ')).toBe(
    '1 bientôt en retard : 10 h 30 (encore 30 min)',
  );
});
