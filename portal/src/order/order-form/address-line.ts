import { isBareUnit } from '@portage/contract/addresses/address';
import type { AddressDraft } from '../../lib/address/address-draft.ts';

/**
 * An address on one line: `12-4200 rue Sherbrooke E, Montréal, QC H1X 2B1`, as Canada Post writes a
 * unit, with a postal code that is not broken; one that is more than a number follows the street, `158 Sterling Rd, Dock 2, Toronto, …`.
 */
export function addressLine({ street, unit, city, province, postalCode }: AddressDraft): string {
  const place = `${city}, ${province} ${postalCode.replaceAll(' ', '\u00a0')}`;
  if (!unit) return `${street}, ${place}`;
  return isBareUnit(unit) ? `${unit}-${street}, ${place}` : `${street}, ${unit}, ${place}`;
}
