import type { Executor } from '../db/database.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { deleteUser, findUserByUsername } from './user-queries.ts';

/** Takes a user away with all sign-ins; one that is not there is no fault. */
export async function deleteUserAccount(trx: Executor, username: string): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (!user) return;
  // First, and locked: a renewal at this moment would add a token to a user who is gone.
  await revokeAllRefreshTokens(trx, user.id);
  await deleteUser(trx, user.id);
}
