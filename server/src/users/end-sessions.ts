import type { Executor } from '../db/database.ts';
import type { MerchantPerson } from '../sessions/identity.ts';
import { revokeAllRefreshTokens, revokeSession } from '../sessions/refresh-tokens.ts';
import {
  deleteUser,
  findUserByUsername,
  findUserOfMerchant,
  updateToTemporaryPassword,
} from './user-queries.ts';

/** Ends one session of a person. False for one that is not there, or somebody else's. */
export async function endSessionOf(
  trx: Executor,
  person: MerchantPerson,
  sessionId: string,
): Promise<boolean> {
  const user = await findUserOfMerchant(trx, person);
  return user !== undefined && revokeSession(trx, user.id, sessionId);
}

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

/** Takes a user away with all sign-ins; one that is not there is no fault. */
export async function deleteUserAccount(trx: Executor, username: string): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (!user) return;
  // First, and locked: a renewal at this moment would add a token to a user who is gone.
  await revokeAllRefreshTokens(trx, user.id);
  await deleteUser(trx, user.id);
}
