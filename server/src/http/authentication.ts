import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@portage/contract/endpoint';
import { notSignedIn } from '../refusals.ts';
import type { Identity, Session } from '../sessions/identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; undefined until `authenticate` found a session. */
    session: Session | undefined;
    /** Reads the session of the `Authorization` header. Raises `invalidToken` for one not in force. */
    authenticate(): Promise<Session | undefined>;
  }
  interface FastifyContextConfig {
    /** The contract's description of the route. */
    endpoint?: Endpoint;
  }
}

/** Lets requests know who is calling. A header that is no bearer token raises `notSignedIn`. */
export function addAuthentication(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('authenticate', async function authenticate() {
    const isPublic = this.routeOptions.config.endpoint?.mayCall === 'anyone';
    const { authorization } = this.headers;
    if (isPublic || authorization === undefined) return undefined;
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    if (token === undefined) throw notSignedIn();
    this.session = await identity.verify(token);
    return this.session;
  });
}
