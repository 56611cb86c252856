import type { FastifyInstance } from 'fastify';
import { signUpEndpoints } from '@portage/contract/sign-ups';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { requestSignUp } from './request-sign-up.ts';

/** How visitors ask to become merchants. */
export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, signUpEndpoints.request, async ({ body, address, locale }) => {
    await requestSignUp(deps, body, { address, locale });
    return null;
  });
}
