import type { Locale } from '@portage/contract/locale';
import type { RateWindow } from '@portage/contract/rates';
import { formatFor } from '../../lib/format.ts';

/** Days and clocks are those of the origin, wherever the reader is: read and written in one zone, they stay. */
const asGiven = (locale: Locale) => formatFor(locale, 'UTC');

/** A calendar day in words, "Thursday, November 26"; `date` is `YYYY-MM-DD`. */
export function dayText(date: string, locale: Locale): string {
  return asGiven(locale).weekday(Date.parse(date));
}

/** The hours of a window on the clock of its origin, "9:00 a.m. – 12:00 p.m.". */
export function hoursText(
  { date, deliveryWindow }: Pick<RateWindow, 'date' | 'deliveryWindow'>,
  locale: Locale,
): string {
  const at = (clock: string) => asGiven(locale).time(Date.parse(`${date}T${clock}Z`));
  return `${at(deliveryWindow.timeStart)} – ${at(deliveryWindow.timeEnd)}`;
}
