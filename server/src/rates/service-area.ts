import { normalizePostalCode, sortationPrefix } from '@portage/contract/postal-code';
import { METRO_AREAS, type Metro, type MetroArea } from './data/service-areas.ts';

/** Where a postal code lies in the network. */
export interface ServiceArea {
  readonly metro: Metro;
  /** The metro area as merchants read it. */
  readonly name: MetroArea['name'];
  /** The sorting zone within the metro area, such as `TOR-1`. */
  readonly zone: string;
  readonly timeZone: string;
  readonly currency: MetroArea['currency'];
}

const LONGEST_PREFIX = 3;

const areaByPrefix: ReadonlyMap<string, ServiceArea> = new Map(
  (Object.keys(METRO_AREAS) as Metro[]).flatMap((metro) => {
    const { name, timeZone, currency, zones }: MetroArea = METRO_AREAS[metro];
    return Object.entries(zones).flatMap(([zone, prefixes]) => {
      const area: ServiceArea = { metro, name, zone, timeZone, currency };
      return prefixes.flatMap((line) => line.split(' ')).map((prefix) => [prefix, area] as const);
    });
  }),
);

/** The service area of a postal code, by its longest known prefix; undefined outside all of them. */
export function findServiceArea(postalCode: string): ServiceArea | undefined {
  const code = normalizePostalCode(postalCode);
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) {
    const area = areaByPrefix.get(code.slice(0, length));
    if (area) return area;
  }
  return undefined;
}

/** What a label is sorted by: FSA or ZIP3 and zone (`M5V TOR-1`); the prefix alone when not served. */
export function sortCodeOf(postalCode: string): string {
  const prefix = sortationPrefix(postalCode);
  const area = findServiceArea(postalCode);
  return area ? `${prefix} ${area.zone}` : prefix;
}
