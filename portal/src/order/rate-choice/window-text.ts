import { clockText } from '@portage/contract/clock-text';
import type { Locale } from '@portage/contract/locale';
import type { RateWindow } from '@portage/contract/rates/rates';
import { formatFor } from '../../lib/format.ts';

/** Days and clocks are those of the origin, wherever the reader is: read and written in one zone, they stay. */
const asGiven = (locale: Locale) => formatFor(locale, 'UTC');

/** A calendar day in words, "Thursday, November 26"; `date` is `YYYY-MM-DD`. */
export function dayText(date: string, locale: Locale): string {
  return asGiven(locale).weekday(Date.parse(date));
}

/** The hours of a window on the clock of its origin, "9 a.m. – 12 p.m.". */
export function hoursText(
  { deliveryWindow: { timeStart, timeEnd } }: Pick<RateWindow, 'deliveryWindow'>,
  locale: Locale,
): string {
  return `${clockText(timeStart, locale)} – ${clockText(timeEnd, locale)}`;
}
