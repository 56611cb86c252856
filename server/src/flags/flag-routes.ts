import type { FastifyInstance } from 'fastify';
import { flagEndpoints } from '@portage/contract/flags';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { isFlagOn } from './is-flag-on.ts';

/** Which features are on. */
export function flagRoutes(app: FastifyInstance, { db }: Deps): void {
  addRoute(app, flagEndpoints.get, async ({ session, params }) => ({
    enabled: await isFlagOn(db, session.merchantId, params.flag),
  }));
}
