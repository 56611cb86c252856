import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
/** Polling interval in ms. */
const LOOKS_EVERY = 1_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** The start of the current minute, in ms since 1970; renders once a minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE) * MINUTE);
}
