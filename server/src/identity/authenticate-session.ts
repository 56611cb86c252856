import type { Deps } from '../deps.ts';
import { type Authenticators, bearerToken, type Credentials } from '../http/authentication.ts';
import type { VerifiedSession } from '../http/session.ts';
import { ApiError } from '../api-error.ts';
import { isServiceUserInForce } from '../users/is-service-user-in-force.ts';

/**
 * Whoever calls with a session token: a person, or a service user where an endpoint takes both. Raises
 * `not_signed_in`, `invalid_token` (also for a service user that was revoked) and `forbidden`.
 */
export function sessionAuthenticators({
  db,
  identity,
}: Pick<Deps, 'db' | 'identity'>): Required<Pick<Authenticators, 'userOrService' | 'user'>> {
  async function userOrService({ headers }: Credentials): Promise<VerifiedSession> {
    const token = bearerToken(headers.authorization);
    if (token === undefined) throw new ApiError('not_signed_in');
    const session = await identity.verify(token);
    if (session.kind === 'service' && !(await isServiceUserInForce(db, session))) {
      throw new ApiError('invalid_token');
    }
    return session;
  }
  return {
    userOrService,
    async user(credentials) {
      const session = await userOrService(credentials);
      if (session.kind !== 'user') throw new ApiError('forbidden');
      return session;
    },
  };
}
