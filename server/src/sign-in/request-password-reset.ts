import type { Locale } from '@portage/contract/locale';
import type { PasswordResetRequest } from '@portage/contract/passwords';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { attemptOf } from '../sessions/known-devices.ts';
import { typedActor } from './typed-actor.ts';

/** How long somebody waits for a code, in milliseconds; later it would only surprise them. */
const AWAITED_FOR = 15 * 60_000;

/**
 * Has a reset code sent. Whether the username is anybody's is looked up in the background, so that
 * nobody learns it from the answer or from the time it takes. Raises `too_many_attempts`.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: PasswordResetRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const { db, clock } = deps;
  const { username } = request;
  const attempt = await attemptOf(deps, { ...request, address });
  const throttled = await takeAttempt(deps, 'reset-request', attempt);
  if (throttled) throw tooManyAttempts(throttled.seconds);

  await db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'password.reset_requested',
      actor: typedActor(username),
      address,
    });
    const usefulUntil = clock.now() + AWAITED_FOR;
    await insertJob(trx, 'request-password-reset', { username, locale, usefulUntil });
  });
}
