import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DtoAddress, Address } from '@portage/contract/addresses/address';
import { csvRows } from '@portage/contract/csv';
import { findServiceArea } from '../../server/src/rates/service-area.ts';
import { shippedTariff } from '../../server/src/tariffs/shipped-tariff.ts';
import type { DemoRandom } from './random.ts';

// oxfmt-ignore
export const METROS = [
  'TOR', 'OTT', 'MTL', 'QUE', 'VAN', 'CGY', 'EDM', 'WPG', 'HFX', 'WDS', 'BUF', 'DET', 'SEA',
] as const;

export type Metro = (typeof METROS)[number];

export function metroOf(postalCode: string): Metro | undefined {
  const code = findServiceArea(shippedTariff(), postalCode)?.metro;
  return METROS.find((metro) => metro === code);
}

/** Lies in one FSA or ZIP code. */
interface DemoStreet extends Pick<Address, 'city' | 'province' | 'country'> {
  readonly street: string;
  /** FSA in Canada, whole ZIP code in the US. */
  readonly postalPrefix: string;
  readonly numbers: readonly [first: number, last: number];
  readonly areaCode: string;
}

const Row = z.object({
  metro: z.enum(['', ...METROS]),
  city: z.string(),
  province: z.string(),
  area_code: z.string(),
  street: z.string(),
  postal_prefix: z.string(),
  first: z.coerce.number(),
  last: z.coerce.number(),
});

const FILE = path.join(import.meta.dirname, 'streets.csv');

const [names = [], ...lines] = csvRows(readFileSync(FILE, 'utf8').trimEnd(), ',').rows;

const rows = Row.array().parse(
  lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
);

const streetOf = (row: z.infer<typeof Row>): DemoStreet => ({
  city: row.city,
  province: row.province,
  country: /^\d/.test(row.postal_prefix) ? 'US' : 'CA',
  street: row.street,
  postalPrefix: row.postal_prefix,
  numbers: [row.first, row.last],
  areaCode: row.area_code,
});

const streets = new Map(
  ['', ...METROS].map((metro) => [
    metro,
    rows.filter((row) => row.metro === metro).map((row) => streetOf(row)),
  ]),
);

/** Served streets; cities with more of them get more orders. */
export const streetsOf = (metro: Metro): readonly DemoStreet[] => streets.get(metro) ?? [];

export const UNSERVED_STREETS: readonly DemoStreet[] = streets.get('') ?? [];

/** Letters of Canadian postal codes: D, F, I, O, Q and U are not used. */
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';

/** Only the first half is real. */
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
