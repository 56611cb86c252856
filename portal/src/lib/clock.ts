import { useSyncExternalStore } from 'react';
import { MINUTE, SECOND } from '@portage/contract/time';

/** Milliseconds by which the device's clock is fast, negative where it is slow. */
let fastBy = 0;

/** Sets the time by the header `Date` of an answer; less than a minute apart is none. */
export function setServerTime(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '');
  if (!Number.isNaN(difference)) fastBy = Math.abs(difference) < MINUTE ? 0 : difference;
}

/** In ms since 1970, right where the device's clock is wrong. */
export const serverTime = () => Date.now() - fastBy;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, SECOND);
  return () => clearInterval(timer);
}

/** Start of the server's minute, in ms since 1970. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverTime() / MINUTE) * MINUTE);
}

/** `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
