import type { Deps } from '../deps.ts';
import { deleteExpiredRefreshTokens } from './refresh-token-queries.ts';
import { deleteExpiredSessions } from './session-queries.ts';

/** Deletes the sessions that have ended by themselves, and the refresh tokens that buy nothing any more. */
export async function forgetExpiredRefreshTokens({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await deleteExpiredRefreshTokens(db, now);
}
