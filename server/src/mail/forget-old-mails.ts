import type { Deps } from '../deps.ts';
import { deleteMailsBefore } from './upkeep-queries.ts';

/** How long it can be looked up whether a mail went out. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Forgets the mails that nobody asks about any more. */
export function forgetOldMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteMailsBefore(db, clock.now() - KEPT);
}
