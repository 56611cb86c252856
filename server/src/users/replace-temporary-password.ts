import { fieldMessages } from '@portage/contract/field-messages';
import { invalidField } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import { findNamedUser } from './find-named-user.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { updateTemporaryPassword } from './user-queries.ts';
import type { User } from './user.ts';

/**
 * Gives a user a password of their own in place of a temporary one. Undefined when the user is gone,
 * has another username, or has changed the password already. Throws `invalid_request` for the temporary
 * password itself, which was mailed, and `busy`.
 */
export async function replaceTemporaryPassword(
  db: Database,
  { userId, username, newPassword }: { userId: string; username: string; newPassword: string },
): Promise<User | undefined> {
  const user = await findNamedUser(db, userId, username);
  // Before hashing: whoever has an answered challenge could keep the threads busy with it.
  if (!user?.mustChangePassword) return undefined;
  if (await isPasswordOf(user.passwordHash, newPassword)) {
    throw invalidField('newPassword', fieldMessages.passwordTemporary);
  }
  const passwordHash = await hashPassword(newPassword);
  const wasReplaced = await updateTemporaryPassword(db, userId, passwordHash);
  return wasReplaced ? { ...user, passwordHash, mustChangePassword: false } : undefined;
}
