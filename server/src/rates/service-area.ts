import { normalizePostalCode, sortationPrefix } from '@portage/contract/addresses/address';
import type { Reach } from '@portage/contract/rates/rates';
import type { ServiceArea, Tariff } from './tariff.ts';

export interface Route {
  readonly origin: ServiceArea;
  readonly destination: ServiceArea;
  readonly reach: Reach;
}

/** Undefined when either postal code is not served. */
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

const LONGEST_PREFIX = 3;

/** Matches the longest prefix; undefined when not served. */
export function findServiceArea(
  { areaByPrefix }: Pick<Tariff, 'areaByPrefix'>,
  postalCode: string,
): ServiceArea | undefined {
  const code = normalizePostalCode(postalCode);
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) {
    const area = areaByPrefix.get(code.slice(0, length));
    if (area) return area;
  }
  return undefined;
}

/** FSA or ZIP3 and zone (`M5V TOR-1`); the prefix alone when not served. */
export function sortCodeOf(tariff: Pick<Tariff, 'areaByPrefix'>, postalCode: string): string {
  const prefix = sortationPrefix(postalCode);
  const area = findServiceArea(tariff, postalCode);
  return area ? `${prefix} ${area.zone}` : prefix;
}
