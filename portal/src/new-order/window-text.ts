import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import type { RateWindow } from '@portage/contract/rates';

/**
 * A calendar day in words, "Thursday, November 26"; `date` is `YYYY-MM-DD`. French counts the first
 * of a month, which Intl does not.
 */
export function dayText(date: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const text = format.format(Date.parse(date));
  return locale === 'fr' ? text.replace(/\b1 /, '1er ') : text;
}

/** The hours of a window on the clock of its origin, "9:00 a.m. – 12:00 p.m.", wherever the reader is. */
export function hoursText(
  { date, deliveryWindow }: Pick<RateWindow, 'date' | 'deliveryWindow'>,
  locale: Locale,
): string {
  const format = new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const at = (time: string) => Date.parse(`${date}T${time}Z`);
  return `${format.format(at(deliveryWindow.timeStart))} – ${format.format(at(deliveryWindow.timeEnd))}`;
}
