import type { FastifyInstance } from 'fastify';
import { shipFromLocationEndpoints } from '@portage/contract/ship-from-locations';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { listShipFromLocations } from './list-ship-from-locations.ts';

/** The locations that a merchant ships from; the profile's calls add and remove them. */
export function locationRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, shipFromLocationEndpoints.list, ({ session }) =>
    listShipFromLocations(deps, session.merchantId),
  );
}
