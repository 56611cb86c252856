import type { Deps } from '../deps.ts';
import { deleteEndedThrottles } from './throttle-queries.ts';

/** Forgets the counts of attempts whose span has ended. */
export function forgetEndedThrottles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteEndedThrottles(db, clock.now());
}
