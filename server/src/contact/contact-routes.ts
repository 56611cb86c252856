import type { FastifyInstance } from 'fastify';
import { contactRequestEndpoints } from '@portage/contract/contact-requests';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { makeFormToken } from './form-token.ts';
import { receiveContactRequest } from './receive-contact-request.ts';

/** How visitors write to Sales. */
export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, contactRequestEndpoints.openForm, async () => ({
    formToken: await makeFormToken(deps),
  }));
  addRoute(app, contactRequestEndpoints.send, async ({ body, address, locale }) => {
    await receiveContactRequest(deps, body, { address, locale });
    return null;
  });
}
