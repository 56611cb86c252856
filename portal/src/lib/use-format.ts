import { useLocale } from '../i18n/use-locale.ts';
import { type Format, formatFor } from './format.ts';

/** In an IANA time zone or the device's. */
export function useFormat(timeZone?: string): Format {
  return formatFor(useLocale(), timeZone);
}
