import { isApiError } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { forgiveAttempts, giveAttemptBack, takeAttempt, tooManyAttempts } from './attempts.ts';

interface PasswordTry<Result> {
  /** Rejects with `current_password_wrong`. */
  run: () => Promise<Result>;
  failure: 'password.change_failed' | 'session.confirmation_failed';
}

/** So that a stolen session cannot guess it. Throws what `run` throws, `too_many_attempts`. */
export async function limitPasswordTries<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  asker: Asker,
  { run, failure }: PasswordTry<Result>,
): Promise<Result> {
  const attempt = { account: asker.session.username, address: asker.address };
  const throttled = await takeAttempt(deps, 'password-change', attempt);
  const record = (action: 'password.throttled' | typeof failure) =>
    recordActionOf(asker, deps.db, deps.clock, { action });
  if (throttled?.isFirst) await record('password.throttled');
  if (throttled) throw tooManyAttempts(throttled.seconds);
  const result = await run().catch(async (error: unknown) => {
    if (isApiError(error, 'current_password_wrong')) await record(failure);
    else await giveAttemptBack(deps, 'password-change', attempt);
    throw error;
  });
  await forgiveAttempts(deps, 'password-change', attempt);
  return result;
}
