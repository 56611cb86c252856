import type { FastifyInstance } from 'fastify';
import { passwordEndpoints } from '@portage/contract/passwords';
import { sessionEndpoints } from '@portage/contract/sessions';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';

/** Sign-in and the keys that verify sessions. */
export function sessionRoutes(app: FastifyInstance, { identity }: Deps): void {
  addRoute(app, sessionEndpoints.signIn, ({ body }) => identity.signIn(body));
  addRoute(app, passwordEndpoints.complete, ({ body }) => identity.completeNewPassword(body));
  addRoute(app, sessionEndpoints.refresh, ({ body }) => identity.refresh(body));
  addRoute(app, sessionEndpoints.signOut, async ({ body }) => {
    await identity.signOut(body.refreshToken);
    return null;
  });
  addRoute(app, sessionEndpoints.keys, () => identity.publicKeys());
}
