import type { Deps } from '../deps.ts';
import { type Authenticators, bearerToken, type Credentials } from '../http/authentication.ts';
import type { Session, VerifiedSession } from '../http/session.ts';
import { ApiError } from '../api-error.ts';
import { gather } from '../threads/gather.ts';
import { findMembership, isServiceUserInForce } from '../users/membership.ts';
import type { SignInState } from '../sessions/identity.ts';
import { verifiedTokens } from './verified-tokens.ts';
import type { EpochMillis } from '@portage/contract/time';
import { HOUR, MINUTE } from '../durations.ts';

/** Time in ms after the password check in which users and credentials may be changed. */
const RECENT = 12 * HOUR;

/**
 * Milliseconds after a proof in which second factors can be changed. The proof is a factor, or the
 * password of a user without one.
 */
const JUST_SHOWN = 15 * MINUTE;

type Demands = Pick<
  Credentials,
  'needsRecentSignIn' | 'needsPassword' | 'needsRecentFactor' | 'isForSetUp'
>;

/**
 * Throws `second_factor_needed` where the user's second factor was shown too long ago,
 * `second_factor_setup_required` where an owner requires one that is missing, and `password_needed`
 * (`sign_in_again` with another identity provider) where the password was checked too long ago.
 */
function requireRecency(
  { passwordCheckedAt, factorCheckedAt, hasFactor, awaitsFactor }: SignInState,
  { needsRecentSignIn, needsPassword, needsRecentFactor, isForSetUp }: Demands,
  { now, offersSecondFactor }: { now: EpochMillis; offersSecondFactor: boolean },
): void {
  if (awaitsFactor && !isForSetUp) {
    throw new ApiError(hasFactor ? 'second_factor_needed' : 'second_factor_setup_required');
  }
  if (hasFactor && (needsRecentSignIn || needsRecentFactor)) {
    if (now - (factorCheckedAt ?? 0) > JUST_SHOWN) throw new ApiError('second_factor_needed');
    return;
  }
  if (!needsRecentSignIn) return;
  const shownFor = needsPassword && offersSecondFactor ? JUST_SHOWN : RECENT;
  if (now - passwordCheckedAt > shownFor) {
    throw new ApiError(offersSecondFactor ? 'password_needed' : 'sign_in_again');
  }
}

/**
 * Callers with a session token: a person, or a service user where an endpoint takes both. A session
 * that ended and a user who was revoked or disabled are refused at once. Throws `not_signed_in`, `invalid_token` (also for a revoked or expired service user, a disabled
 * person, a disabled merchant and a session that has ended), `forbidden`, `owner_only`,
 * `password_needed`, `sign_in_again`, `second_factor_needed` and `second_factor_setup_required`.
 */
export function sessionAuthenticators(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
): Required<Pick<Authenticators, 'userOrService' | 'user' | 'owner'>> {
  const verify = verifiedTokens(deps);
  // Calls of one session that come together ask once.
  const lookUp = gather(async (sessions: readonly VerifiedSession[]) => {
    const [session] = sessions;
    const value = session && {
      membership: await findMembership(deps.db, session),
      state: await deps.identity.findSignInState(session),
    };
    return sessions.map(() => ({ status: 'fulfilled', value }));
  });

  async function userOrService(credentials: Credentials): Promise<Session> {
    const token = bearerToken(credentials.headers.authorization);
    if (token === undefined) throw new ApiError('not_signed_in');
    const session = await verify(token);
    const { kind, merchantId, username, sessionId } = session;
    const found = await lookUp(`${kind}/${merchantId}/${username}/${sessionId}`, session);
    if (!found?.state || !found.membership?.isInForce) throw new ApiError('invalid_token');
    requireRecency(found.state, credentials, {
      now: deps.clock.now(),
      offersSecondFactor: deps.identity.offersSecondFactor,
    });
    if (kind === 'service' && !(await isServiceUserInForce(deps, session))) {
      throw new ApiError('invalid_token');
    }
    return { ...session, role: found.membership.role };
  }
  async function user(credentials: Credentials): Promise<Session> {
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
