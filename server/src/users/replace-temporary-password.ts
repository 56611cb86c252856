import type { Database } from '../db/database.ts';
import { hashPassword } from './passwords.ts';
import { findUser, updateTemporaryPassword } from './user-queries.ts';
import type { User } from './user.ts';

/**
 * Gives a user a password of their own in place of a temporary one. Undefined when the user is gone,
 * has another username, or has changed the password already.
 */
export async function replaceTemporaryPassword(
  db: Database,
  { userId, username, newPassword }: { userId: string; username: string; newPassword: string },
): Promise<User | undefined> {
  const user = await findUser(db, userId);
  if (user?.username.toLowerCase() !== username.toLowerCase()) return undefined;
  const wasReplaced = await updateTemporaryPassword(db, userId, await hashPassword(newPassword));
  return wasReplaced ? user : undefined;
}
