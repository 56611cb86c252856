import type { Reach } from '@portage/contract/explained-rates';
import { CORRIDORS, type Metro } from './data/service-areas.ts';
import { findServiceArea, type ServiceArea } from './service-area.ts';

/** The way from one served postal code to another. */
export interface Route {
  readonly origin: ServiceArea;
  readonly destination: ServiceArea;
  readonly reach: Reach;
}

/** The route between two postal codes; undefined when either lies outside the service areas. */
export function findRoute(originPostalCode: string, postalCode: string): Route | undefined {
  const origin = findServiceArea(originPostalCode);
  const destination = findServiceArea(postalCode);
  if (!origin || !destination) return undefined;
  return { origin, destination, reach: reachOf(origin.metro, destination.metro) };
}

function reachOf(from: Metro, to: Metro): Reach {
  if (from === to) return 'metro';
  const isCorridor = CORRIDORS.some((metros) => metros.includes(from) && metros.includes(to));
  return isCorridor ? 'corridor' : 'network';
}
