import type { Address } from './address.ts';
import { sortationPrefix } from './postal-code.ts';
import { TIME_ZONE_OF_PREFIX, TIME_ZONE_OF_PROVINCE } from './time-zone-data.ts';

const FALLBACK = { CA: 'America/Toronto', US: 'America/New_York' } as const;

/**
 * The IANA time zone of an address: that of its province or state, and of the postal prefixes known
 * to keep another one. Exact in the served areas; elsewhere a province cut by a zone has that of most
 * of its people.
 */
export function timeZoneOf({
  province,
  postalCode,
  country,
}: Pick<Address, 'province' | 'postalCode' | 'country'>): string {
  const prefix = sortationPrefix(postalCode);
  return (
    TIME_ZONE_OF_PREFIX.get(prefix) ?? TIME_ZONE_OF_PROVINCE.get(province) ?? FALLBACK[country]
  );
}
