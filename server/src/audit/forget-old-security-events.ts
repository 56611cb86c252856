import { Temporal } from 'temporal-polyfill';
import type { Deps } from '../deps.ts';
import { deleteSecurityEventsBefore } from './upkeep-queries.ts';

/** How long security events are kept: a year to look back over, and a month to get round to it. */
const MONTHS_KEPT = 13;

/** Forgets the security events that have been kept for long enough. */
export function forgetOldSecurityEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('UTC');
  return deleteSecurityEventsBefore(db, now.subtract({ months: MONTHS_KEPT }).epochMilliseconds);
}
