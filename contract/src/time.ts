import { z } from 'zod';
import { REGIONAL_LOCALE, type Locale } from './locale.ts';

/** Milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds since 1970 UTC; up to the year 9999, so that it fits PostgreSQL. */
export const EpochMillis = z
  .int()
  .min(0)
  .max(253_402_300_799_999)
  .describe('Milliseconds since 1970-01-01T00:00:00Z.');
export type EpochMillis = z.infer<typeof EpochMillis>;

/** Reads 10 digits as seconds, others as milliseconds (spec 1 §9). */
export function toMillis(timestamp: number): EpochMillis {
  return String(Math.trunc(timestamp)).length === 10 ? timestamp * 1000 : timestamp;
}

/** Takes seconds (10 digits) or milliseconds (spec 1 §9). */
export const Timestamp = z
  .int()
  .min(0)
  .transform(toMillis)
  .pipe(EpochMillis)
  .describe('Milliseconds since 1970-01-01T00:00:00Z, or seconds where it has 10 digits.');

/** `YYYY-MM-DD`, local to its place. */
export const CalendarDate = z.iso.date();

/** `HH:MM`, local to its place. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDayInvalid');

/** In the spec's order (spec 1 §9). */
export const Weekday = z.enum([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);
export type Weekday = z.infer<typeof Weekday>;

/** Makes a value on first use: an Intl formatter takes a phone ten milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const formatsOf = (locale: Locale) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], { ...options, timeZone: 'UTC' }));
  return {
    hour: format({ hour: 'numeric' }),
    minute: format({ hour: 'numeric', minute: '2-digit' }),
    date: format({ weekday: 'long', day: 'numeric', month: 'long' }),
  };
};

const formats: Readonly<Record<Locale, ReturnType<typeof formatsOf>>> = {
  en: formatsOf('en'),
  fr: formatsOf('fr'),
};

/** Writes `HH:MM` as 6 p.m. or 12:30 p.m., 9 h or 12 h 30. */
export function clockText(time: string, locale: Locale): string {
  const { hour, minute } = formats[locale];
  const format = time.endsWith(':00') ? hour : minute;
  // French hours without minutes come as 09 h.
  return format()
    .format(new Date(`1970-01-01T${time}Z`))
    .replace(/^0/, '');
}

/** Writes the first of a month as French does: `1er décembre`. */
export function withFirst(text: string, locale: Locale): string {
  return locale === 'fr' ? text.replace(/\b1(?=\s\p{L})/u, '1er') : text;
}

/** Writes `YYYY-MM-DD` as Thursday, November 26 or mardi 1er décembre. */
export function dateText(date: string, locale: Locale): string {
  return withFirst(formats[locale].date().format(new Date(`${date}T00:00Z`)), locale);
}
