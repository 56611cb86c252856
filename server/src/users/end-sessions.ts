import type { Executor } from '../db/database.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { findUserByUsername, updateToTemporaryPassword } from './user-queries.ts';

/** Ends every sign-in of a user; one that is not there is no error. */
export async function endSessionsOf(trx: Executor, username: string): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (user) await revokeAllRefreshTokens(trx, user.id);
}

/** Gives a user a new temporary password and ends every sign-in. */
export async function renewTemporaryPassword(
  trx: Executor,
  username: string,
  passwordHash: string,
): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (!user) return;
  await updateToTemporaryPassword(trx, user.id, passwordHash);
  await revokeAllRefreshTokens(trx, user.id);
}
