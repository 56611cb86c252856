import type { PasswordResetAnswer } from '@portage/contract/passwords';
import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { resetCodeExpired, resetCodeWrong } from '../refusals.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { deletePasswordReset, takeResetAttempt } from './password-reset-queries.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { findUserByUsername, updatePassword } from './user-queries.ts';

/**
 * Gives a user a new password for the code that came by mail, once, and ends every session. Raises
 * `resetCodeWrong` and `resetCodeExpired`, for usernames that are nobody's like for others.
 */
export async function resetPassword(
  db: Database,
  { username, code, newPassword }: PasswordResetAnswer,
  now: EpochMillis,
): Promise<void> {
  const reset = await takeResetAttempt(db, username, now);
  if (!reset) throw resetCodeExpired();
  if (!(await isPasswordOf(reset.codeHash, code))) throw resetCodeWrong(reset.attemptsLeft);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    const isFirst = await deletePasswordReset(trx, username, reset.codeHash);
    const user = isFirst ? await findUserByUsername(trx, username) : undefined;
    if (user?.kind !== 'user') throw resetCodeExpired();
    await updatePassword(trx, user.id, passwordHash);
    await revokeAllRefreshTokens(trx, user.id);
  });
}
