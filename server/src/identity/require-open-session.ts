import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { Credentials } from '../http/authentication.ts';
import type { VerifiedSession } from '../http/session.ts';

/** For how long it is taken for granted that a session is open, in milliseconds. */
const CHECKED_FOR = 30_000;

/** How long after the password was typed users and credentials may be changed, in milliseconds. */
const RECENT = 12 * 60 * 60_000;

/**
 * How long after a second factor was shown somebody who has one may change them, and after the password
 * was typed somebody who has none may add the first one, in milliseconds.
 */
const JUST_SHOWN = 15 * 60_000;

/** The most sessions that a process remembers; beyond that it asks the database again. */
const MOST_REMEMBERED = 20_000;

/** What an endpoint asks of the session that calls it. */
type Demands = Pick<Credentials, 'needsRecentSignIn' | 'needsPassword' | 'isForSetUp'>;

/**
 * Refuses the tokens of sessions that have ended: most calls within half a minute of the end, those
 * that need a recent sign-in at once. Raises `invalid_token`; `password_needed`, or `sign_in_again` with
 * an identity provider elsewhere, where the password was checked too long ago; `second_factor_needed` where somebody who has a second factor showed it too long
 * ago; and `second_factor_setup_required` for somebody who has none though an owner requires it.
 */
export function openSessionCheck({ clock, identity }: Pick<Deps, 'clock' | 'identity'>) {
  const checkedAt = new Map<string, EpochMillis>();

  /** Whether a session was found open a moment ago. */
  function isKnown(sessionId: string | undefined, now: EpochMillis): boolean {
    const checked = sessionId === undefined ? undefined : checkedAt.get(sessionId);
    return checked !== undefined && checked <= now && now - checked < CHECKED_FOR;
  }

  return async function requireOpenSession(
    session: VerifiedSession,
    { needsRecentSignIn, needsPassword, isForSetUp }: Demands,
  ): Promise<void> {
    const now = clock.now();
    const { sessionId } = session;
    if (!needsRecentSignIn && isKnown(sessionId, now)) return;
    const state = await identity.findSignInState(session);
    if (state === undefined) throw new ApiError('invalid_token');
    const { passwordCheckedAt, factorCheckedAt, hasFactor, awaitsFactor } = state;
    if (awaitsFactor && !isForSetUp) {
      throw new ApiError(hasFactor ? 'second_factor_needed' : 'second_factor_setup_required');
    }
    if (sessionId !== undefined && !awaitsFactor) {
      if (checkedAt.size >= MOST_REMEMBERED) checkedAt.clear();
      checkedAt.set(sessionId, now);
    }
    if (!needsRecentSignIn) return;
    if (hasFactor) {
      if (now - (factorCheckedAt ?? 0) > JUST_SHOWN) throw new ApiError('second_factor_needed');
      return;
    }
    const { offersSecondFactor } = identity;
    const shownFor = needsPassword && offersSecondFactor ? JUST_SHOWN : RECENT;
    if (now - passwordCheckedAt > shownFor) {
      throw new ApiError(offersSecondFactor ? 'password_needed' : 'sign_in_again');
    }
  };
}
