import type { DtoAddress } from '@portage/contract/addresses/address';
import type { DemoRandom } from './demo-random.ts';
import type { DemoStreet } from './demo-streets.ts';

/** Letters of Canadian postal codes: D, F, I, O, Q and U are not used. */
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';

/**
 * The postal code of a house. All houses of a block share one; its first half is the one that really
 * covers the street, its second half is made up.
 */
function postalCodeOf({ country, postalPrefix, street }: DemoStreet, houseNumber: number): string {
  if (country === 'US') return postalPrefix;
  const block = Math.floor(houseNumber / 100) * 37 + street.length * 11 + street.charCodeAt(0);
  const letter = POSTAL_LETTERS.charAt((block * 7) % POSTAL_LETTERS.length);
  return `${postalPrefix} ${(block * 3) % 10}${letter}${(block * 3 + street.length) % 10}`;
}

function unitOf(random: DemoRandom, isFrench: boolean, isBusinessAddress: boolean): string {
  if (isBusinessAddress) {
    return `${isFrench ? 'bureau' : 'Suite'} ${random.between(1, 9)}${random.pick(['00', '10', '20'])}`;
  }
  return random.weighted([
    [`${random.between(2, 24)}0${random.between(1, 9)}`, 6],
    [`${isFrench ? 'app.' : 'Apt'} ${random.between(1, 12)}`, 3],
    [isFrench ? 'sous-sol' : 'Basement', 0.5],
  ]);
}

/** An address on a street, written as people there write it. */
export function demoAddress(
  random: DemoRandom,
  street: DemoStreet,
  isBusinessAddress: boolean,
): DtoAddress {
  const houseNumber = random.between(...street.numbers);
  const isFrench = street.province === 'QC';
  const hasUnit = random.chance(isBusinessAddress ? 0.6 : 0.4);
  return {
    street: `${houseNumber}${isFrench ? ',' : ''} ${street.street}`,
    ...(hasUnit && { unit: unitOf(random, isFrench, isBusinessAddress) }),
    city: street.city,
    province: street.province,
    postalCode: postalCodeOf(street, houseNumber),
    country: street.country,
    isBusinessAddress,
  };
}
