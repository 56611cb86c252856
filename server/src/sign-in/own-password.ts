import { fieldMessages } from '@portage/contract/field-messages';
import type { Locale } from '@portage/contract/locale';
import { MINUTE } from '@portage/contract/time';
import type {
  PasswordResetAnswer,
  PasswordResetRequest,
  PasswordChange,
} from '@portage/contract/users/passwords';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { isApiError, ApiError, invalidField } from '../api-error.ts';
import { recordActionOf, recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import { newMailId, queueMail } from '../mail/outbox.ts';
import { findFactorHolders } from '../second-factor/change-factors.ts';
import { attemptOf, forgetDevices, rememberDevice } from '../sessions/known-devices.ts';
import {
  tooManyAttempts,
  forgiveAccount,
  giveAttemptBack,
  limitGuesses,
  takeAttempt,
} from '../throttle/attempts.ts';
import { limitPasswordTries } from '../throttle/limit-password-tries.ts';
import { refuseCommonPassword } from '../users/passwords.ts';
import { auditActor } from './sign-in.ts';

/** Drops a late request, whose code would replace the newer one. */
export async function sendRequestedCode(
  { clock, identity, log }: Pick<Deps, 'clock' | 'identity' | 'log'>,
  { username, locale, usefulUntil, mailId }: JobPayload<'request-password-reset'>,
): Promise<void> {
  if (clock.now() >= usefulUntil) {
    log.warn('a reset code could not be sent in time, and is not sent any more');
    return;
  }
  await identity.requestPasswordReset(username, locale, mailId);
}

/**
 * Ends other sessions and mails the user. Throws `current_password_wrong`, `too_many_attempts`,
 * `busy`, `invalid_request`.
 */
export async function changeOwnPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'secrets'>,
  change: PasswordChange,
  { locale, ...asker }: Asker & { locale: Locale },
): Promise<{ session?: SessionTokens }> {
  const { db, clock, identity } = deps;
  const { session } = asker;
  const { username } = session;
  if (change.newPassword === change.currentPassword) {
    throw invalidField('newPassword', fieldMessages.passwordUnchanged);
  }
  refuseCommonPassword(change.newPassword);
  const run = () =>
    identity.changePassword(session, change).catch((error: unknown) => {
      throw isApiError(error, 'sign_in_failed') ? new ApiError('current_password_wrong') : error;
    });
  const failure = 'password.change_failed';
  const tokens = await limitPasswordTries(deps, asker, { run, failure });

  await forgetDevices(deps.db, username);
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await recordActionOf(asker, trx, clock, { action: 'password.changed' });
    const content = { kind: 'password-changed', username } as const;
    await queueMail(trx, deps, { recipient: username, locale, content }, at);
  });
  return tokens ? { session: tokens } : {};
}

/** Milliseconds; later codes would confuse. */
const AWAITED_FOR = 15 * MINUTE;

/** A job looks the user up, so that timing reveals nothing. Throws `too_many_attempts`. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: PasswordResetRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const { db, clock } = deps;
  const { username } = request;
  const attempt = await attemptOf(deps, { ...request, address });
  // A double click asks for one mail.
  if (await takeAttempt(deps, 'reset-repeat', attempt)) return;
  const throttled = await takeAttempt(deps, 'reset-request', attempt);
  if (throttled) {
    await giveAttemptBack(deps, 'reset-repeat', attempt);
    throw tooManyAttempts(throttled.seconds);
  }

  await db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'password.reset_requested',
      actor: auditActor(username),
      address,
    });
    const now = clock.now();
    await insertJob(trx, 'request-password-reset', {
      ...{ username, locale, usefulUntil: now + AWAITED_FOR },
      mailId: newMailId(now),
    });
  });
}

/**
 * Ends every session and mails the user. Throws `reset_code_wrong`, `reset_code_expired`,
 * `too_many_attempts` and `busy`.
 */
export async function confirmPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'secrets'>,
  answer: PasswordResetAnswer,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const { db, clock, identity } = deps;
  const { username } = answer;
  refuseCommonPassword(answer.newPassword);
  const attempt = await attemptOf(deps, { ...answer, address });
  await limitGuesses(deps, 'reset-confirmation', attempt, {
    run: () => identity.confirmPasswordReset(answer),
    wrong: ['reset_code_wrong', 'reset_code_expired'],
    onWrong: () =>
      recordSecurityEvent(db, {
        at: clock.now(),
        action: 'password.reset_failed',
        actor: auditActor(username),
        address,
      }),
  });

  // The user has tried forgotten passwords.
  await forgiveAccount(deps, 'sign-in', attempt);
  await forgetDevices(deps.db, username);
  // Devices must show the second factor to be known.
  const holders = await findFactorHolders(db, [username]);
  if (!holders.has(username)) await rememberDevice(deps, answer);
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await recordSecurityEvent(trx, { at, action: 'password.reset', actor: username, address });
    const content = { kind: 'password-changed', username } as const;
    await queueMail(trx, deps, { recipient: username, locale, content }, at);
  });
}
