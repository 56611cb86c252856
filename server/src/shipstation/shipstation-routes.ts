import type { FastifyInstance } from 'fastify';
import { shipstationEndpoints } from '@portage/contract/shop/shipstation';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import {
  getShipstationIntegration,
  removeShipstationIntegration,
  saveShipstationIntegration,
} from './shipstation-integration.ts';

/** How a merchant connects ShipStation. */
export function shipstationRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, shipstationEndpoints.get, async ({ session }) => {
    const integration = await getShipstationIntegration(deps, session);
    return integration ?? new JsonText('null');
  });
  addRoute(app, shipstationEndpoints.save, ({ body, session, address }) =>
    saveShipstationIntegration(deps, body, { session, address }),
  );
  addRoute(app, shipstationEndpoints.remove, async ({ session, address }) => {
    await removeShipstationIntegration(deps, { session, address });
    return null;
  });
}
