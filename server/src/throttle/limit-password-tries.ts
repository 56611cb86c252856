import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { limitGuesses } from './attempts.ts';

interface PasswordTry<Result> {
  /** Rejects with `current_password_wrong`. */
  run: () => Promise<Result>;
  failure: 'password.change_failed' | 'session.confirmation_failed';
}

/** So that a stolen session cannot guess it. Throws what `run` throws, `too_many_attempts`. */
export function limitPasswordTries<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  asker: Asker,
  { run, failure }: PasswordTry<Result>,
): Promise<Result> {
  const attempt = { account: asker.session.username, address: asker.address };
  const record = (action: 'password.throttled' | typeof failure) =>
    recordActionOf(asker, deps.db, deps.clock, { action });
  return limitGuesses(deps, 'password-change', attempt, {
    run,
    wrong: ['current_password_wrong'],
    onWrong: () => record(failure),
    onThrottled: () => record('password.throttled'),
  });
}
