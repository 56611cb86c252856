import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@portage/contract/endpoint';
import type { Deps } from '../deps.ts';
import { requireCarrierKey } from '../carrier/require-carrier-key.ts';
import { invalidToken, notSignedIn } from '../refusals.ts';
import type { VerifiedSession } from '../sessions/identity.ts';
import { isServiceUserInForce } from '../users/is-service-user-in-force.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; undefined until `authenticate` found a session. */
    session: VerifiedSession | undefined;
    /** Reads the session of the `Authorization` header. Raises `invalidToken` for one not in force. */
    authenticate(): Promise<VerifiedSession | undefined>;
    /** Lets a system of the carrier pass. Raises `invalidCarrierKey` without a key in force. */
    requireCarrierKey(): Promise<void>;
  }
  interface FastifyContextConfig {
    /** The contract's description of the route. */
    endpoint?: Endpoint;
  }
}

/**
 * Lets requests know who is calling. A header that is no bearer token raises `notSignedIn`. Service
 * users that were revoked are turned away although their token has not expired.
 */
export function addAuthentication(
  app: FastifyInstance,
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('authenticate', async function authenticate() {
    const isPublic = this.routeOptions.config.endpoint?.mayCall === 'anyone';
    const { authorization } = this.headers;
    if (isPublic || authorization === undefined) return undefined;
    const token = bearerToken(authorization);
    if (token === undefined) throw notSignedIn();
    const session = await identity.verify(token);
    if (session.kind === 'service' && !(await isServiceUserInForce(db, session))) {
      throw invalidToken();
    }
    this.session = session;
    return session;
  });
  app.decorateRequest('requireCarrierKey', function requireKey() {
    return requireCarrierKey(db, bearerToken(this.headers.authorization));
  });
}

/** What a header `Authorization: Bearer …` carries. */
function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
