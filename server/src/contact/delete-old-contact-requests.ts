import type { Deps } from '../deps.ts';
import { deleteContactRequestsBefore } from './upkeep-queries.ts';

/** How long personal data of visitors who wrote to Sales is kept, in milliseconds. */
const RETENTION = 365 * 24 * 60 * 60_000;

/** Deletes contact requests after a year. */
export function deleteOldContactRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteContactRequestsBefore(db, clock.now() - RETENTION);
}
