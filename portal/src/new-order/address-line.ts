import type { Address } from '@portage/contract/address';

/** An address on one line: `12-4200 rue Sherbrooke E, Montréal, QC H1X 2B1`. */
export function addressLine({
  number,
  street,
  unit,
  city,
  province,
  postalCode,
}: Pick<Address, 'number' | 'street' | 'unit' | 'city' | 'province' | 'postalCode'>): string {
  const houseAndStreet = [number, street].filter(Boolean).join(' ');
  const line = unit ? `${unit}-${houseAndStreet}` : houseAndStreet;
  return `${line}, ${city}, ${province} ${postalCode}`;
}
