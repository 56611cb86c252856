import type { Address } from '@portage/contract/addresses/address';
import type { ReadAddress } from '@portage/contract/addresses/places';
import {
  countryOfPostalCode,
  normalizePostalCode,
  provinceOfPostalCode,
} from '@portage/contract/addresses/postal-code';

/** An address as it stands in a form: each part as typed. */
export type AddressDraft = Readonly<
  Record<'street' | 'unit' | 'city' | 'province' | 'postalCode' | 'country', string>
>;

/** An address of which nothing was typed yet. */
export const blankAddress: AddressDraft = {
  street: '',
  unit: '',
  city: '',
  province: '',
  postalCode: '',
  country: 'CA',
};

/** The fields of a known address; the house number, when it is kept apart, leads the street. */
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

/** An address with the parts that a found place knows; what was typed for the others stays. */
export function completeAddress<Draft extends AddressDraft>(
  draft: Draft,
  known: ReadAddress['address'],
): Draft {
  return {
    ...draft,
    street: known.street ?? draft.street,
    unit: known.unit ?? draft.unit,
    city: known.city ?? draft.city,
    province: known.province ?? draft.province,
    postalCode: known.postalCode ?? draft.postalCode,
    country: known.country ?? draft.country,
  };
}

/**
 * What a whole postal code tells of its address: the code in its stored form, the country, and in
 * Canada the province, unless one was chosen already.
 */
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

/** Whether the postal code is one of another country than the address. */
export function isOfOtherCountry({ postalCode, country }: AddressDraft): boolean {
  const countryOfCode = countryOfPostalCode(postalCode);
  return countryOfCode !== undefined && countryOfCode !== country;
}

/**
 * The province that a Canadian postal code lies in, when the address says another one. X is shared by
 * two territories, and K1A has offices on both sides of the Ottawa River.
 */
export function provinceCorrection(draft: AddressDraft): string | undefined {
  const code = normalizePostalCode(draft.postalCode);
  const isShared = code.startsWith('X') || code.startsWith('K1A');
  if (countryOfPostalCode(code) !== 'CA' || draft.country !== 'CA' || isShared) return undefined;
  const province = provinceOfPostalCode(code);
  return draft.province === '' || draft.province === province ? undefined : province;
}
