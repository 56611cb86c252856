import type { Reach } from '@portage/contract/rates/explained-rates';
import { findServiceArea } from './service-area.ts';
import type { ServiceArea, Tariff } from './tariff.ts';

/** The way from one served postal code to another. */
export interface Route {
  readonly origin: ServiceArea;
  readonly destination: ServiceArea;
  readonly reach: Reach;
}

/** The route between two postal codes; undefined when either lies outside the service areas. */
export function findRoute(
  tariff: Tariff,
  originPostalCode: string,
  postalCode: string,
): Route | undefined {
  const origin = findServiceArea(tariff, originPostalCode);
  const destination = findServiceArea(tariff, postalCode);
  if (!origin || !destination) return undefined;
  if (origin.metro === destination.metro) return { origin, destination, reach: 'metro' };
  const isCorridor = tariff.isCorridor(origin.metro, destination.metro);
  return { origin, destination, reach: isCorridor ? 'corridor' : 'network' };
}
