import type { FastifyInstance } from 'fastify';
import { NewLocation } from '@portage/contract/addresses/address';
import {
  shipFromLocationEndpoints,
  type ShipFromLocation,
} from '@portage/contract/merchants/ship-from-locations';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { kilometresBetween } from '../places/places.ts';
import { findServiceArea } from '../rates/service-area.ts';

/** The main location first; locations outside every service area say so. */
async function listShipFromLocations(
  { db, clock, places, tariffs }: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  merchantId: string,
): Promise<ShipFromLocation[]> {
  const { merchantLocation, additionalLocations } = await getMerchant(db, merchantId);
  const tariff = tariffs.at(clock.now());
  const locations = [merchantLocation, ...additionalLocations];
  const points = await Promise.all(
    locations.map(async (one) => (await places.locate(one))?.location),
  );
  return locations.map((address, index) => {
    const [main, point] = [points[0], points[index]];
    return {
      address: NewLocation.parse(address),
      isMain: index === 0,
      isServed: findServiceArea(tariff, address.postalCode) !== undefined,
      ...(main && point && { distance: Math.round(kilometresBetween(main, point) * 10) / 10 }),
    };
  });
}

/** The profile's calls add and remove locations. */
export function locationRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, shipFromLocationEndpoints.list, ({ session }) =>
    listShipFromLocations(deps, session.merchantId),
  );
}
