import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';

/** How moments, numbers and money are written for one reader. Moments are milliseconds since 1970. */
export interface Format {
  /** "Nov 20, 1:05 p.m.", with the year when it is not this year: for lists. */
  readonly shortDateTime: (moment: number) => string;
  /** "Thursday, November 20, 2025 at 1:05 p.m.": for tooltips and details. */
  readonly fullDateTime: (moment: number) => string;
  /** "Nov 20, 2025". */
  readonly date: (moment: number) => string;
  /** "1:05 p.m.". */
  readonly time: (moment: number) => string;
  readonly number: (value: number) => string;
  /** An amount in dollars with its cents, "$1,234.50"; US dollars are marked as such. */
  readonly money: (amount: number, currency: 'CAD' | 'USD') => string;
}

const made = new Map<string, Format>();

/** The format of a language, in an IANA time zone or, without one, in the device's. */
export function formatFor(locale: Locale, timeZone?: string): Format {
  const key = `${locale} ${timeZone ?? ''}`;
  const format = made.get(key) ?? makeFormat(REGIONAL_LOCALE[locale], timeZone);
  made.set(key, format);
  return format;
}

/** Making an Intl formatter is slow enough to be felt in a list of hundreds: each is made once. */
function makeFormat(region: string, timeZone: string | undefined): Format {
  const moment = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region, { ...options, ...(timeZone !== undefined && { timeZone }) });

  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'short', day: 'numeric' } as const;
  const year = moment({ year: 'numeric' });
  const thisYear = moment({ ...day, ...time });
  const otherYear = moment({ ...day, ...time, year: 'numeric' });
  const full = moment({ dateStyle: 'full', timeStyle: 'short' });
  const date = moment({ ...day, year: 'numeric' });
  const timeOfDay = moment(time);
  const number = new Intl.NumberFormat(region);
  const money = {
    CAD: new Intl.NumberFormat(region, { style: 'currency', currency: 'CAD' }),
    USD: new Intl.NumberFormat(region, { style: 'currency', currency: 'USD' }),
  };

  return {
    shortDateTime: (at) =>
      (year.format(at) === year.format(Date.now()) ? thisYear : otherYear).format(at),
    fullDateTime: (at) => full.format(at),
    date: (at) => date.format(at),
    time: (at) => timeOfDay.format(at),
    number: (value) => number.format(value),
    money: (amount, currency) => money[currency].format(amount),
  };
}
