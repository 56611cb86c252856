import { useSyncExternalStore } from 'react';
import { MINUTE } from '@portage/contract/time';
import { useLocale } from '../i18n/i18n.ts';
import { type Format, formatFor } from './format.ts';

/** Polling interval in ms. */
const LOOKS_EVERY = 1_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** Start of the minute, in ms since 1970. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE) * MINUTE);
}

/** In an IANA time zone or the device's. */
export function useFormat(timeZone?: string): Format {
  return formatFor(useLocale(), timeZone);
}
