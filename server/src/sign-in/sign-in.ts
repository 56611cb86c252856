import type { Credentials, SignInAnswer } from '@portage/contract/users/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { isApiError } from '../api-error.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import { forgiveAttempts, giveAttemptBack } from '../throttle/give-attempt-back.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { attemptOf, rememberDevice } from '../sessions/known-devices.ts';
import { recordOpenedSession } from './record-opened-session.ts';
import { typedActor } from './typed-actor.ts';

/**
 * Opens a session for a username and its password, or asks for a new password in place of a temporary
 * one, or for a second factor. Throws `sign_in_failed`, `too_many_attempts` and `busy`; known and unknown usernames are answered
 * alike.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  credentials: Credentials,
  { address, userAgent }: { address: string; userAgent?: string | undefined },
): Promise<SignInAnswer> {
  const { db, clock, identity } = deps;
  const { username } = credentials;
  const attempt = await attemptOf(deps, { ...credentials, address });
  const failure = { actor: typedActor(username), address };

  const throttled = await takeAttempt(deps, 'sign-in', attempt);
  if (throttled?.isFirst) {
    await recordSecurityEvent(db, { ...failure, at: clock.now(), action: 'sign_in.throttled' });
  }
  if (throttled) throw tooManyAttempts(throttled.seconds);

  const answer = await identity.signIn(credentials, userAgent).catch(async (error: unknown) => {
    if (isApiError(error, 'sign_in_failed')) {
      await recordSecurityEvent(db, { ...failure, at: clock.now(), action: 'sign_in.failed' });
    } else {
      await giveAttemptBack(deps, 'sign-in', attempt);
    }
    throw error;
  });

  await forgiveAttempts(deps, 'sign-in', attempt);
  // The password alone is no sign-in: it is recorded once the second factor was shown.
  if ('challengeName' in answer && answer.challengeName === 'SECOND_FACTOR_REQUIRED') return answer;
  if ('token' in answer) await rememberDevice(deps, credentials);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'sign_in.succeeded',
    actor: username,
    address,
    ...('token' in answer && { merchantId: await recordOpenedSession(deps, username, answer) }),
  });
  return answer;
}
