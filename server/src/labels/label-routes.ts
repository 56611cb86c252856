import type { FastifyInstance } from 'fastify';
import { labelEndpoints } from '@portage/contract/labels';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { printLabel } from './print-label.ts';

/** Labels to print. */
export function labelRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, labelEndpoints.get, ({ session, params, query }) =>
    printLabel(deps, session, params.id, query.format),
  );
}
