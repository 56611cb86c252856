import type { Locale } from '@portage/contract/locale';
import type { PasswordResetAnswer } from '@portage/contract/passwords';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { isApiError } from '../api-error.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import { forgiveAccount, forgiveAttempts, giveAttemptBack } from '../throttle/give-attempt-back.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { refuseCommonPassword } from '../users/most-used-passwords.ts';
import { attemptOf, forgetDevices, rememberDevice } from '../sessions/known-devices.ts';
import { typedActor } from './typed-actor.ts';

/**
 * Gives a user the new password that came with the code from the mail, ends every session and mails them
 * that it was changed. Raises `reset_code_wrong`, `reset_code_expired`, `too_many_attempts` and `busy`, for
 * usernames that are nobody's like for others.
 */
export async function confirmPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: PasswordResetAnswer,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const { db, clock, identity } = deps;
  const { username } = answer;
  refuseCommonPassword(answer.newPassword);
  const attempt = await attemptOf(deps, { ...answer, address });
  const throttled = await takeAttempt(deps, 'reset-confirmation', attempt);
  if (throttled) throw tooManyAttempts(throttled.seconds);

  await identity.confirmPasswordReset(answer).catch(async (error: unknown) => {
    if (isApiError(error, 'reset_code_wrong', 'reset_code_expired')) {
      await recordSecurityEvent(db, {
        at: clock.now(),
        action: 'password.reset_failed',
        actor: typedActor(username),
        address,
      });
    } else {
      await giveAttemptBack(deps, 'reset-confirmation', attempt);
    }
    throw error;
  });

  await forgiveAttempts(deps, 'reset-confirmation', attempt);
  // Who has forgotten the password has tried some.
  await forgiveAccount(deps, 'sign-in', attempt);
  await forgetDevices(deps, username);
  await rememberDevice(deps, answer);
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await recordSecurityEvent(trx, { at, action: 'password.reset', actor: username, address });
    const content = { kind: 'password-changed', username } as const;
    await queueMail(trx, { recipient: username, locale, content }, at);
  });
}
