import { normalizePostalCode, sortationPrefix } from '@portage/contract/addresses/postal-code';
import type { ServiceArea, Tariff } from './tariff.ts';

const LONGEST_PREFIX = 3;

/** The service area of a postal code, by its longest known prefix; undefined outside all of them. */
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

/** What a label is sorted by: FSA or ZIP3 and zone (`M5V TOR-1`); the prefix alone when not served. */
export function sortCodeOf(tariff: Pick<Tariff, 'areaByPrefix'>, postalCode: string): string {
  const prefix = sortationPrefix(postalCode);
  const area = findServiceArea(tariff, postalCode);
  return area ? `${prefix} ${area.zone}` : prefix;
}
