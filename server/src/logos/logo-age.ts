import type { EpochMillis } from '@portage/contract/time';
import type { KnownLogo } from './logo-queries.ts';

/** How long a logo is printed before it is fetched again, in milliseconds. */
export const FRESH = 24 * 60 * 60 * 1000;

/** How long it is remembered that a logo could not be fetched, in milliseconds. */
export const RETRY_AFTER = 10 * 60 * 1000;

/** Tells whether what is known of a logo need not be asked again. */
export function isFresh({ fetchedAt, picture }: KnownLogo, now: EpochMillis): boolean {
  return now < fetchedAt + (picture ? FRESH : RETRY_AFTER);
}
