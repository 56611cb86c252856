import type { Deps } from '../deps.ts';
import { deleteExpiredRefreshTokens } from './refresh-token-queries.ts';

/** Forgets the refresh tokens that buy nothing any more. */
export function forgetExpiredRefreshTokens({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredRefreshTokens(db, clock.now());
}
