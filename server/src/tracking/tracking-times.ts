import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';

/** How timestamps are written for the recipient: in their language, on the clocks of their city. */
export interface TrackingTimes {
  /** `2:20 p.m.` or `14 h 20`. */
  readonly time: (at: EpochMillis) => string;
  /** `Thu, Jun 11, 2:20 p.m.`, with the year when it is not this one. */
  readonly timestamp: (at: EpochMillis) => string;
  /** `Thursday, June 11` or `le jeudi 11 juin`, as it stands in a sentence. */
  readonly day: (at: EpochMillis) => string;
  /** `6:00–10:00 p.m.` or `de 18 h à 22 h`, within one day. */
  readonly hours: (start: EpochMillis, end: EpochMillis) => string;
  /** In how many days from now a timestamp is: 0 is today. */
  readonly daysAhead: (at: EpochMillis) => number;
}

const DAY = 24 * 60 * 60 * 1000;

/** No line breaks within a time of day, nor between two. */
const unbroken = (text: string) =>
  text.replaceAll(/\s/g, '\u00A0').replaceAll('–', '\u2060–\u2060');

/** The parts of a date, put together: French counts the first of a month, and no line breaks in `June 11`. */
const inPrint = (parts: readonly Intl.DateTimeFormatPart[], locale: Locale) =>
  parts
    .map(({ type, value }) => {
      if (type === 'literal') return value === ' ' ? '\u00A0' : value;
      return type === 'day' && value === '1' && locale === 'fr' ? '1er' : value;
    })
    .join('');

/** The ways of writing in a language and an IANA time zone; `now` is when the page is made. */
export function trackingTimes(locale: Locale, timeZone: string, now: EpochMillis): TrackingTimes {
  const formatter = (
    options: Intl.DateTimeFormatOptions,
    region: string = REGIONAL_LOCALE[locale],
  ) => new Intl.DateTimeFormat(region, { ...options, timeZone });
  const time = formatter({ hour: 'numeric', minute: '2-digit' });
  const date = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
  const dateOfYear = formatter({ year: 'numeric', month: 'short', day: 'numeric' });
  const weekday = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
  // The Swedish way of writing a day is the one that can be counted with.
  const dayOf = formatter({}, 'sv-SE');

  const timeOf = (at: EpochMillis) => unbroken(time.format(at)).replace(/\s00$/, '');
  const isThisYear = (at: EpochMillis) =>
    dayOf.format(at).slice(0, 4) === dayOf.format(now).slice(0, 4);
  return {
    time: timeOf,
    timestamp: (at) => {
      const day = (isThisYear(at) ? date : dateOfYear).formatToParts(at);
      return `${inPrint(day, locale)}, ${timeOf(at)}`;
    },
    day: (at) => {
      const parts = weekday.formatToParts(at);
      if (locale === 'en') return inPrint(parts, locale);
      // A line may end behind the name of the day, and not behind the article before it.
      const [name, , ...date] = parts;
      return `le\u00A0${name?.value} ${inPrint(date, locale)}`;
    },
    hours: (start, end) =>
      locale === 'fr'
        ? `de\u00A0${timeOf(start)} à\u00A0${timeOf(end)}`
        : unbroken(time.formatRange(start, end)),
    daysAhead: (at) => (Date.parse(dayOf.format(at)) - Date.parse(dayOf.format(now))) / DAY,
  };
}
