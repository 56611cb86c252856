import { REGIONAL_LOCALE, type Locale } from './locale.ts';

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
