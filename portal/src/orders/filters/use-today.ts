import { useSyncExternalStore } from 'react';
import { dayIn } from './day-range.ts';

/** How often is looked whether a new day has begun, in milliseconds. */
const LOOKS_EVERY = 30_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** The day that it is in a time zone, `YYYY-MM-DD`; a list that stays open overnight moves on with it. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, Date.now()));
}
