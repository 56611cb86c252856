import { randomInt } from 'node:crypto';
import type { Locale } from '@portage/contract/locale';
import { MINUTE, type EpochMillis } from '@portage/contract/time';
import type { PasswordResetAnswer } from '@portage/contract/users/passwords';
import { ApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { isMailQueued, queueMail } from '../mail/outbox.ts';
import { resetCodeWrong } from '../sessions/identity.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import {
  deletePasswordReset,
  giveResetAttemptBack,
  takeResetAttempt,
  findUserByUsername,
  updatePassword,
  upsertPasswordReset,
} from './user-queries.ts';

const CODE_MINUTES = 10;

const CODE_ATTEMPTS = 5;

/** Six digits. */
const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Responses reveal no users: unknown ones get an unsent code. A queued `mailId` keeps its code. */
export async function sendResetCode(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { username, locale, mailId }: { username: string; locale: Locale; mailId?: string | undefined },
  now: EpochMillis,
): Promise<void> {
  const { db } = deps;
  const code = makeCode();
  const codeHash = await hashPassword(code);
  await db.transaction().execute(async (trx) => {
    if (mailId !== undefined && (await isMailQueued(trx, mailId))) return;
    await upsertPasswordReset(trx, {
      username,
      codeHash,
      attemptsLeft: CODE_ATTEMPTS,
      expiresAt: now + CODE_MINUTES * MINUTE,
    });
    const user = await findUserByUsername(trx, username);
    if (user?.kind !== 'user') return;
    const content = {
      kind: 'password-reset-code',
      name: user.name,
      code,
      minutes: CODE_MINUTES,
    } as const;
    await queueMail(trx, deps, { id: mailId, recipient: user.username, locale, content }, now);
  });
}

/** Ends all sessions. Throws `reset_code_wrong`, `reset_code_expired`, `busy`. */
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

/** Undefined when the code is wrong. Throws `busy`. */
async function hashForCode(codeHash: string, code: string, newPassword: string) {
  const isRight = await isPasswordOf(codeHash, code);
  return isRight ? hashPassword(newPassword) : undefined;
}
