import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { type EpochMillis, DAY, withFirst } from '@portage/contract/time';
import type { TrackedWindow, TrackingContent } from './tracking-content.ts';
import type { Say } from './tracking-words.ts';

/** Today, tomorrow, or its date. */
function dayIn(at: EpochMillis, { day, daysAhead }: TrackingTimes, say: Say): string {
  const ahead = daysAhead(at);
  if (ahead === 0) return say('today');
  return ahead === 1 ? say('tomorrow') : day(at);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Day and hours, or the day by which it ends. */
export function windowText({ start, end }: TrackedWindow, times: TrackingTimes, say: Say): string {
  const day = dayIn(end, times, say);
  const isOneDay = start !== undefined && times.daysAhead(start) === times.daysAhead(end);
  return isOneDay ? `${day}, ${times.hours(start, end)}` : say('by', { day });
}

/** Undefined when unknown. */
export function whenText(
  { status, window, since }: TrackingContent,
  { times, now }: { times: TrackingTimes; now: EpochMillis },
  say: Say,
): string | undefined {
  if (status === 'delivered') {
    if (since === undefined) return undefined;
    const day = dayIn(since, times, say);
    return capitalized(say('deliveredAt', { day, time: times.time(since) }));
  }
  if (!window) return undefined;
  const when = windowText(window, times, say);
  if (window.end < now) return say('wasExpected', { when });
  const isOnTheRoad = status === 'outForDelivery' || status === 'nearby';
  return say(isOnTheRoad ? 'arriving' : 'expected', { when });
}

/** In the recipient's language and their city's time zone. */
export interface TrackingTimes {
  /** `2:20 p.m.` or `14 h 20`. */
  readonly time: (at: EpochMillis) => string;
  /** `Thu, Jun 11, 2:20 p.m.`, with another year. */
  readonly timestamp: (at: EpochMillis) => string;
  /** `Thursday, June 11` or `le jeudi 11 juin`. */
  readonly day: (at: EpochMillis) => string;
  /** `6:00–10:00 p.m.` or `de 18 h à 22 h`, within one day. */
  readonly hours: (start: EpochMillis, end: EpochMillis) => string;
  /** 0 is today. */
  readonly daysAhead: (at: EpochMillis) => number;
}

/** Within times of day. */
const unbroken = (text: string) =>
  text.replaceAll(/\s/g, '\u00A0').replaceAll('–', '\u2060–\u2060');

/** `timeZone` is an IANA name; `now` decides what "today" is. */
export function trackingTimes(locale: Locale, timeZone: string, now: EpochMillis): TrackingTimes {
  const formatter = (
    options: Intl.DateTimeFormatOptions,
    region: string = REGIONAL_LOCALE[locale],
  ) => new Intl.DateTimeFormat(region, { ...options, timeZone });
  const time = formatter({ hour: 'numeric', minute: '2-digit' });
  const date = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
  const dateOfYear = formatter({ year: 'numeric', month: 'short', day: 'numeric' });
  const weekday = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
  // Swedish dates are ISO 8601.
  const dayOf = formatter({}, 'sv-SE');

  /** Breaks lines after commas alone. */
  const dayText = (format: Intl.DateTimeFormat, at: EpochMillis) =>
    withFirst(format.format(at), locale).replaceAll(/(?<!,) /g, '\u00A0');
  const timeOf = (at: EpochMillis) => unbroken(time.format(at)).replace(/\s00$/, '');
  const isThisYear = (at: EpochMillis) =>
    dayOf.format(at).slice(0, 4) === dayOf.format(now).slice(0, 4);
  return {
    time: timeOf,
    timestamp: (at) => `${dayText(isThisYear(at) ? date : dateOfYear, at)}, ${timeOf(at)}`,
    day: (at) => {
      const text = dayText(weekday, at);
      // Allows a line break after the day's name, not after its article.
      return locale === 'en' ? text : `le\u00A0${text.replace('\u00A0', ' ')}`;
    },
    hours: (start, end) =>
      locale === 'fr'
        ? `de\u00A0${timeOf(start)} à\u00A0${timeOf(end)}`
        : unbroken(time.formatRange(start, end)),
    daysAhead: (at) => (Date.parse(dayOf.format(at)) - Date.parse(dayOf.format(now))) / DAY,
  };
}
