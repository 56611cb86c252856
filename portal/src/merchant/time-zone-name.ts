import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';

/** An IANA time zone as people call it, with its place: "Eastern Time (America/Toronto)". */
export function timeZoneName(timeZone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // French names begin with a small letter, which stands alone here.
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${timeZone})`;
}
