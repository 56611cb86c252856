import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { lazily } from '@portage/contract/time';
import { useLocale } from '../i18n/i18n.ts';

/** Timestamps are milliseconds since 1970. */
export type Format = ReturnType<typeof makeFormat>;

const made = new Map<string, Format>();

/** In an IANA time zone or the device's. */
export function formatFor(locale: Locale, timeZone?: string): Format {
  const key = `${locale} ${timeZone ?? ''}`;
  const format = made.get(key) ?? makeFormat(locale, timeZone);
  made.set(key, format);
  return format;
}

export function useFormat(timeZone?: string): Format {
  return formatFor(useLocale(), timeZone);
}

const named = new Map<string, Format>();

/** Names the zone when the device's clock differs. */
export function namedFormatFor(locale: Locale, timeZone: string): Format {
  const key = `${locale} ${timeZone}`;
  const format = named.get(key) ?? nameZone(locale, timeZone);
  named.set(key, format);
  return format;
}

function nameZone(locale: Locale, timeZone: string): Format {
  const plain = formatFor(locale, timeZone);
  const device = formatFor(locale);
  const name = lazily(
    () => new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], { timeZone, timeZoneName: 'short' }),
  );
  function zone(at: number): string {
    if (plain.shortDateTime(at) === device.shortDateTime(at)) return '';
    const part = name()
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName');
    return part ? `\u00a0${part.value}` : '';
  }
  return {
    ...plain,
    shortDateTime: (at) => plain.shortDateTime(at) + zone(at),
    fullDateTime: (at) => plain.fullDateTime(at) + zone(at),
    time: (at) => plain.time(at) + zone(at),
    period: (from, to) => plain.period(from, to) + zone(to),
  };
}

/** Caches formatters: 100 rows take 0.4 ms instead of 196. */
function makeFormat(locale: Locale, timeZone: string | undefined) {
  const region = REGIONAL_LOCALE[locale];
  const timestamp = (options: Intl.DateTimeFormatOptions) => {
    const zone = timeZone !== undefined && { timeZone };
    const format = lazily(() => new Intl.DateTimeFormat(region, { ...options, ...zone }));
    return (at: number) => inPrint(format().formatToParts(at), locale);
  };

  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'short', day: 'numeric' } as const;
  const weekday = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  // Calendar days have no zone; UTC keeps them.
  const span = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat(region, { ...options, timeZone: 'UTC' }));
    return (first: number, last: number) =>
      inPrint(format().formatRangeToParts(first, last), locale);
  };
  const daysThisYear = span(day);
  const daysOtherYear = span({ ...day, year: 'numeric' });
  const year = timestamp({ year: 'numeric' });
  const isInThisYear = (at: number) => year(at) === year(Date.now());
  const dateThisYear = timestamp(day);
  const dateOtherYear = timestamp({ ...day, year: 'numeric' });
  const timestampThisYear = timestamp({ ...day, ...time });
  const timestampOtherYear = timestamp({ ...day, ...time, year: 'numeric' });
  const amount = (options: Intl.NumberFormatOptions) => {
    const format = lazily(() => new Intl.NumberFormat(region, options));
    return (value: number) => format().format(value);
  };
  const money = {
    CAD: amount({ style: 'currency', currency: 'CAD' }),
    USD: amount({ style: 'currency', currency: 'USD' }),
  };

  const date = (at: number) => (isInThisYear(at) ? dateThisYear : dateOtherYear)(at);
  const timeOfDay = timestamp(time);
  const shortDateTime = (at: number) =>
    (isInThisYear(at) ? timestampThisYear : timestampOtherYear)(at);

  return {
    /** "Nov 20, 1:05 p.m.", with the year when it is not this one. */
    shortDateTime,
    /** "Thursday, November 20, 2025 at 1:05 p.m.". */
    fullDateTime: timestamp({ ...weekday, year: 'numeric', ...time }),
    /** "Thursday, November 20". */
    weekday: timestamp(weekday),
    /** "Nov 20", with the year when it is not this one. */
    date,
    /** "1:05 p.m.". */
    time: timeOfDay,
    /** "1:05 p.m. EST". */
    timeInZone: timestamp({ ...time, timeZoneName: 'short' }),
    /** "Nov 21, 6:00 p.m. – 10:00 p.m.". */
    period: (from: number, to: number) =>
      date(from) === date(to)
        ? `${date(from)}, ${timeOfDay(from)} – ${timeOfDay(to)}`
        : `${shortDateTime(from)} – ${shortDateTime(to)}`,
    /** "Nov 1–20", with the year when it is not this one. Takes days, `YYYY-MM-DD`. */
    days: (first: string, last: string) => {
      const thisYear = year(Date.now());
      const isThisYear = first.startsWith(thisYear) && last.startsWith(thisYear);
      return (isThisYear ? daysThisYear : daysOtherYear)(Date.parse(first), Date.parse(last));
    },
    number: amount({}),
    /** "98%", from a share between 0 and 1. */
    percent: amount({ style: 'percent' }),
    /** "$1,234.50"; marks US dollars. */
    money: (value: number, currency: 'CAD' | 'USD') => money[currency](value),
  };
}

/** Parts that stay on one line. */
const PARTS_OF_TIME = new Set(['hour', 'minute', 'dayPeriod']);

type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** French typography: `1er nov., 9 h`. */
function inFrenchPrint({ type, value }: Part, next: Part | undefined): string {
  if (type === 'day' && value === '1') return '1er';
  if (type === 'hour') return value.replace(/^0(?=\d)/, '');
  if (type === 'minute' && value === '00') return '';
  return next?.type === 'minute' && next.value === '00' ? value.trimEnd() : value;
}

/** Keeps a time on one line. */
function inPrint(parts: readonly Part[], locale: Locale): string {
  const isOfTime = (index: number) => PARTS_OF_TIME.has(parts[index]?.type ?? '');
  return parts
    .map((part, index) => {
      const text = locale === 'fr' ? inFrenchPrint(part, parts[index + 1]) : part.value;
      const isWithinTime = part.type === 'literal' && isOfTime(index - 1) && isOfTime(index + 1);
      return isWithinTime ? text.replaceAll(' ', '\u00a0') : text;
    })
    .join('');
}
