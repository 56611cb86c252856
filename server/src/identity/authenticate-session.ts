import type { Deps } from '../deps.ts';
import { type Authenticators, bearerToken, type Credentials } from '../http/authentication.ts';
import type { CallerSession, VerifiedSession } from '../http/session.ts';
import { ApiError } from '../api-error.ts';
import { gather } from '../threads/gather.ts';
import { findStanding } from '../users/find-standing.ts';
import { openSessionCheck } from './require-open-session.ts';
import { isServiceUserInForce } from '../users/is-service-user-in-force.ts';
import { verifiedTokens } from './verified-tokens.ts';

/**
 * Callers with a session token: a person, or a service user where an endpoint takes both. What was
 * revoked or disabled acts at once, and a session that ended within half a minute, not when its token
 * expires. Raises `not_signed_in`, `invalid_token` (also for a revoked or expired service user, a disabled
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
