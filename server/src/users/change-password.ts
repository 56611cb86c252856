import type { PasswordChange } from '@portage/contract/users/passwords';
import { ApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import { revokeOtherSessions } from '../sessions/refresh-tokens.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { updateCheckedPassword } from './user-queries.ts';

/**
 * Gives a user a new password for the current one, and ends every session but the one at hand. Throws
 * `sign_in_failed` for a wrong current password, and `busy`.
 */
export async function changePassword(
  db: Database,
  { username, sessionId }: { username: string; sessionId?: string | undefined },
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const user = await checkPassword(db, username, currentPassword);
  if (!user) throw new ApiError('sign_in_failed');
  const newHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!(await updateCheckedPassword(trx, user, newHash))) throw new ApiError('sign_in_failed');
    await revokeOtherSessions(trx, user.id, sessionId);
  });
}
