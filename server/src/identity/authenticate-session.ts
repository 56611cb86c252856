import type { Deps } from '../deps.ts';
import { type Authenticators, bearerToken, type Credentials } from '../http/authentication.ts';
import type { CallerSession, VerifiedSession } from '../http/session.ts';
import { ApiError } from '../api-error.ts';
import { gather } from '../threads/gather.ts';
import { findStanding } from '../users/find-standing.ts';
import { isServiceUserInForce } from '../users/is-service-user-in-force.ts';
import { verifiedTokens } from './verified-tokens.ts';
import type { EpochMillis } from '@portage/contract/time';

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
 * that need a recent sign-in at once. Throws `invalid_token`; `password_needed`, or `sign_in_again` with
 * an identity provider elsewhere, where the password was checked too long ago; `second_factor_needed` where somebody who has a second factor showed it too long
 * ago; and `second_factor_setup_required` for somebody who has none though an owner requires it.
 */
function openSessionCheck({ clock, identity }: Pick<Deps, 'clock' | 'identity'>) {
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

/**
 * Callers with a session token: a person, or a service user where an endpoint takes both. What was
 * revoked or disabled acts at once, and a session that ended within half a minute, not when its token
 * expires. Throws `not_signed_in`, `invalid_token` (also for a revoked or expired service user, a disabled
 * person, a disabled merchant and a session that has ended), `forbidden`, `owner_only`,
 * `password_needed`, `sign_in_again`, `second_factor_needed` and `second_factor_setup_required`.
 */
export function sessionAuthenticators(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
): Required<Pick<Authenticators, 'userOrService' | 'user' | 'owner'>> {
  const requireOpenSession = openSessionCheck(deps);
  const verify = verifiedTokens(deps);
  // Calls of one session that come together ask once.
  const standingOf = gather(async (sessions: readonly VerifiedSession[]) => {
    const [session] = sessions;
    const value = session && (await findStanding(deps.db, session));
    return sessions.map(() => ({ status: 'fulfilled', value }));
  });

  async function userOrService(credentials: Credentials): Promise<CallerSession> {
    const token = bearerToken(credentials.headers.authorization);
    if (token === undefined) throw new ApiError('not_signed_in');
    const session = await verify(token);
    await requireOpenSession(session, credentials);
    const { kind, merchantId, username } = session;
    const standing = await standingOf(`${kind}/${merchantId}/${username}`, session);
    if (!standing?.isInForce) throw new ApiError('invalid_token');
    if (kind === 'service' && !(await isServiceUserInForce(deps, session))) {
      throw new ApiError('invalid_token');
    }
    return { ...session, role: standing.role };
  }
  async function user(credentials: Credentials): Promise<CallerSession> {
    const session = await userOrService(credentials);
    if (session.kind !== 'user') throw new ApiError('forbidden');
    return session;
  }
  return {
    userOrService,
    user,
    async owner(credentials) {
      const session = await user(credentials);
      if (session.role !== 'owner') throw new ApiError('owner_only');
      return session;
    },
  };
}
