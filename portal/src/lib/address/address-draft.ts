import {
  type Address,
  countryOfPostalCode,
  normalizePostalCode,
  provinceOfPostalCode,
} from '@portage/contract/addresses/address';
import type { ReadAddress } from '@portage/contract/addresses/places';
import type { Recipient } from '@portage/contract/orders/new-order';
import { formatPhone } from '@portage/contract/phone';

export type AddressDraft = Readonly<
  Record<'street' | 'unit' | 'city' | 'province' | 'postalCode' | 'country', string>
>;

export const blankAddress: AddressDraft = {
  street: '',
  unit: '',
  city: '',
  province: '',
  postalCode: '',
  country: 'CA',
};

/** Writes the phone number as the portal shows it. */
export function contactDraftOf({ name = '', phone = '', email = '' }: Partial<Recipient>) {
  return { name, phone: formatPhone(phone), email };
}

/** The house number leads the street. */
export function addressDraftOf(address: Partial<Address>): AddressDraft {
  return {
    street: [address.number, address.street].filter(Boolean).join(' '),
    unit: address.unit ?? '',
    city: address.city ?? '',
    province: address.province ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country ?? 'CA',
  };
}

export function completeAddress<Draft extends AddressDraft>(
  draft: Draft,
  known: ReadAddress['address'],
): Draft {
  return { ...draft, ...known };
}

/** Fills in the stored form, the country and a missing province. */
export function completeFromPostalCode<Draft extends AddressDraft>(draft: Draft): Draft {
  const country = countryOfPostalCode(draft.postalCode);
  if (!country) return draft;
  const province = country === draft.country ? draft.province : '';
  return {
    ...draft,
    postalCode: normalizePostalCode(draft.postalCode),
    country,
    province: province || (provinceOfPostalCode(draft.postalCode) ?? ''),
  };
}

export function isOfOtherCountry({ postalCode, country }: AddressDraft): boolean {
  const countryOfCode = countryOfPostalCode(postalCode);
  return countryOfCode !== undefined && countryOfCode !== country;
}

/** Undefined unless the province differs. X spans two territories, K1A the Ottawa River. */
export function provinceCorrection(draft: AddressDraft): string | undefined {
  const code = normalizePostalCode(draft.postalCode);
  const isShared = code.startsWith('X') || code.startsWith('K1A');
  if (countryOfPostalCode(code) !== 'CA' || draft.country !== 'CA' || isShared) return undefined;
  const province = provinceOfPostalCode(code);
  return draft.province === '' || draft.province === province ? undefined : province;
}
