import type { Deps } from '../deps.ts';
import { deleteExpiredPasswordResets } from './password-reset-queries.ts';

/** Forgets the reset codes that work no more. */
export function forgetExpiredResets({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredPasswordResets(db, clock.now());
}
