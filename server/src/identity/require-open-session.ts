import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { Credentials } from '../http/authentication.ts';
import type { VerifiedSession } from '../http/session.ts';

/** For how long it is taken for granted that a session is open, in milliseconds. */
const CHECKED_FOR = 30_000;

/** How long after a sign-in users and credentials may be changed, in milliseconds. */
const RECENT = 12 * 60 * 60_000;

/** How long after a second factor was shown somebody who has one may change them, in milliseconds. */
const RECENT_FACTOR = 15 * 60_000;

/** The most sessions that a process remembers; beyond that it asks the database again. */
const MOST_REMEMBERED = 20_000;

/**
 * Refuses the tokens of sessions that have ended: most calls within half a minute of the end, those
 * that need a recent sign-in at once. Raises `invalid_token`; `sign_in_again` where the password was
 * checked too long ago; `second_factor_needed` where somebody who has a second factor showed it too long
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
    { needsRecentSignIn, isForSetUp }: Pick<Credentials, 'needsRecentSignIn' | 'isForSetUp'>,
  ): Promise<void> {
    const now = clock.now();
    const { sessionId } = session;
    if (!needsRecentSignIn && isKnown(sessionId, now)) return;
    const state = await identity.findSignInState(session);
    if (state === undefined) throw new ApiError('invalid_token');
    const { signedInAt, factorCheckedAt, hasFactor, awaitsFactor } = state;
    if (awaitsFactor && !isForSetUp) {
      throw new ApiError(hasFactor ? 'second_factor_needed' : 'second_factor_setup_required');
    }
    if (sessionId !== undefined && !awaitsFactor) {
      if (checkedAt.size >= MOST_REMEMBERED) checkedAt.clear();
      checkedAt.set(sessionId, now);
    }
    if (!needsRecentSignIn) return;
    if (hasFactor && now - (factorCheckedAt ?? 0) > RECENT_FACTOR) {
      throw new ApiError('second_factor_needed');
    }
    if (!hasFactor && now - signedInAt > RECENT) throw new ApiError('sign_in_again');
  };
}
