import { isApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import { forgiveAttempts, giveAttemptBack } from '../throttle/give-attempt-back.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';

/** Who tries the password of their own account, and from where. */
export interface PasswordTrier {
  session: CallerSession;
  address: string;
}

/**
 * Does what takes the current password of somebody who is signed in, counted so that a stolen session
 * cannot try them all. A try counts when `check` rejects with `current_password_wrong`. Raises what
 * `check` raises, and `too_many_attempts`.
 */
export async function limitPasswordTries<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { session: { username, merchantId }, address }: PasswordTrier,
  check: () => Promise<Result>,
): Promise<Result> {
  const attempt = { account: username, address };
  const throttled = await takeAttempt(deps, 'password-change', attempt);
  if (throttled?.isFirst) {
    const event = { at: deps.clock.now(), actor: username, merchantId, address };
    await recordSecurityEvent(deps.db, { ...event, action: 'password.throttled' });
  }
  if (throttled) throw tooManyAttempts(throttled.seconds);
  const result = await check().catch(async (error: unknown) => {
    if (!isApiError(error, 'current_password_wrong')) {
      await giveAttemptBack(deps, 'password-change', attempt);
    }
    throw error;
  });
  await forgiveAttempts(deps, 'password-change', attempt);
  return result;
}
