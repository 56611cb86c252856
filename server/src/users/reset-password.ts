import type { PasswordResetAnswer } from '@portage/contract/users/passwords';
import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { resetCodeWrong } from '../sessions/reset-code-wrong.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import {
  deletePasswordReset,
  giveResetAttemptBack,
  takeResetAttempt,
} from './password-reset-queries.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { findUserByUsername, updatePassword } from './user-queries.ts';

/**
 * Gives a user a new password for the code that came by mail, once, and ends every session. Throws
 * `reset_code_wrong`, `reset_code_expired` and `busy`, for usernames that are nobody's like for others.
 */
export async function resetPassword(
  db: Database,
  { username, code, newPassword }: PasswordResetAnswer,
  now: EpochMillis,
): Promise<void> {
  const reset = await takeResetAttempt(db, username, now);
  if (!reset) throw new ApiError('reset_code_expired');
  const passwordHash = await hashForCode(reset.codeHash, code, newPassword).catch(
    async (error: unknown) => {
      await giveResetAttemptBack(db, username, reset.codeHash);
      throw error;
    },
  );
  if (passwordHash === undefined) throw resetCodeWrong(reset.attemptsLeft);
  await db.transaction().execute(async (trx) => {
    const isFirst = await deletePasswordReset(trx, username, reset.codeHash);
    const user = isFirst ? await findUserByUsername(trx, username) : undefined;
    if (user?.kind !== 'user') throw new ApiError('reset_code_expired');
    await updatePassword(trx, user.id, passwordHash);
    await revokeAllRefreshTokens(trx, user.id);
  });
}

/** The hash of a new password; undefined when the code is wrong. Throws `busy`. */
async function hashForCode(codeHash: string, code: string, newPassword: string) {
  const isRight = await isPasswordOf(codeHash, code);
  return isRight ? hashPassword(newPassword) : undefined;
}
