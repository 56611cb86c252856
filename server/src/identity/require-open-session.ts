import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { VerifiedSession } from '../http/session.ts';

/** For how long it is taken for granted that a session is open, in milliseconds. */
const CHECKED_FOR = 30_000;

/** How long after a sign-in users and credentials may be changed, in milliseconds. */
const RECENT = 12 * 60 * 60_000;

/** The most sessions that a process remembers; beyond that it asks the database again. */
const MOST_REMEMBERED = 20_000;

/**
 * Refuses the tokens of sessions that have ended: most calls within half a minute of the end, those
 * that need a recent sign-in at once. Raises `invalid_token`, and `sign_in_again` where the password was
 * checked too long ago.
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
    needsRecentSignIn: boolean,
  ): Promise<void> {
    const now = clock.now();
    const { sessionId } = session;
    if (!needsRecentSignIn && isKnown(sessionId, now)) return;
    const signedInAt = await identity.findSignInTime(session);
    if (signedInAt === undefined) throw new ApiError('invalid_token');
    if (sessionId !== undefined) {
      if (checkedAt.size >= MOST_REMEMBERED) checkedAt.clear();
      checkedAt.set(sessionId, now);
    }
    if (needsRecentSignIn && now - signedInAt > RECENT) throw new ApiError('sign_in_again');
  };
}
