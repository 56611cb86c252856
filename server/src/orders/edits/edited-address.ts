import type { DtoAddress } from '@portage/contract/addresses/address';
import type { OrderEdit } from '@portage/contract/orders/order-edits';
import { edited } from './edited.ts';

/** The parts of an address that say where it is; a unit lies inside of it. */
const PLACE_PARTS = ['street', 'city', 'province', 'postalCode', 'country'] as const;

/** Tells whether two addresses are different places, so that the second must be located. */
export const isElsewhere = (one: DtoAddress, other: DtoAddress): boolean =>
  PLACE_PARTS.some((part) => one[part] !== other[part]);

/**
 * The recipient's address after an edit. What was known of another place goes: its point, its
 * district and, with its street, the house number that was given apart from it.
 */
export function editedAddress(
  before: DtoAddress,
  edit: NonNullable<OrderEdit['recipientAddress']> = {},
): DtoAddress {
  const address: DtoAddress = {
    ...before,
    street: edit.street ?? before.street,
    unit: edited(before.unit, edit.unit),
    city: edit.city ?? before.city,
    province: edit.province ?? before.province,
    postalCode: edit.postalCode ?? before.postalCode,
    country: edit.country ?? before.country,
    isBusinessAddress: edit.isBusinessAddress ?? before.isBusinessAddress,
  };
  if (!isElsewhere(before, address)) return address;
  const { location: _point, sublocality: _district, number, ...place } = address;
  return place.street === before.street && number !== undefined ? { ...place, number } : place;
}
