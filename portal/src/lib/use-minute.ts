import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
/** How often is looked whether a new minute has begun, in milliseconds. */
const LOOKS_EVERY = 1_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** The beginning of the minute that it is, milliseconds since 1970; redraws only who asks, once a minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE) * MINUTE);
}
