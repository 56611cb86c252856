import type { Deps } from '../deps.ts';
import { deleteIdempotentAnswersBefore } from './upkeep-queries.ts';

/** How long a repeated request gets its first answer again: longer than anybody retries. */
const KEPT = 48 * 60 * 60 * 1000;

/** Forgets the Idempotency-Keys that nobody will send again. */
export function forgetOldKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteIdempotentAnswersBefore(db, clock.now() - KEPT);
}
