import { readYesNo, type CellReading } from './import-cells.ts';
import type { OrderDetailsColumn } from './import-columns.ts';
import type { RowReader } from './import-row-reader.ts';
import {
  countryOfPostalCode,
  type Country,
  normalizePostalCode,
  provinceOfPostalCode,
} from '../addresses/postal-code.ts';
import { headerKey } from './import-headers.ts';
import { provincesOf } from '../addresses/provinces.ts';

/** Short forms besides the two letters, as people and older post offices write them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  AB: 'alta|alb',
  BC: 'cb|colombie britannique',
  MB: 'man',
  NB: 'n-b',
  NL: 'nfld|nf|tnl|newfoundland|labrador|terre-neuve',
  NS: 'n-é|ne-écosse',
  NT: 'nwt|tno',
  ON: 'ont',
  PE: 'pei|ipe|ile du prince edouard',
  QC: 'pq|que|qué',
  SK: 'sask',
  YT: 'yuk|yukon territory',
  NU: 'nvt',
};

/** Names and codes of provinces and states; those of Canada are found first. */
const provinceByName = new Map(
  (['US', 'CA'] as const).flatMap((country) =>
    Object.entries(provincesOf[country]).flatMap(([code, { en, fr }]) => {
      const others = country === 'CA' ? (SHORT_NAMES[code]?.split('|') ?? []) : [];
      return [code, en, fr, ...others].map((name) => [headerKey(name), code] as const);
    }),
  ),
);

const PROVINCE_CODES = new Set([...Object.keys(provincesOf.CA), ...Object.keys(provincesOf.US)]);

/** A province or state by its two letters, its name in either language or a short form. */
export function readProvince(text: string): CellReading<string> {
  const letters = text.toUpperCase();
  if (PROVINCE_CODES.has(letters)) return { value: letters };
  const value = provinceByName.get(headerKey(text));
  return value ? { value, correction: 'provinceByName' } : { problem: 'provinceUnknown' };
}

const COUNTRY_NAMES: Readonly<Record<string, Country>> = {
  can: 'CA',
  canada: 'CA',
  us: 'US',
  usa: 'US',
  unitedstates: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  etatsunis: 'US',
  etatsunisdamerique: 'US',
  eu: 'US',
  eua: 'US',
};

/** Canada or the United States, by code or name. */
export function readCountry(text: string): CellReading<Country> {
  const letters = text.toUpperCase();
  if (letters === 'CA' || letters === 'US') return { value: letters };
  const value = COUNTRY_NAMES[headerKey(text)];
  return value ? { value, correction: 'countryByName' } : { problem: 'countryUnknown' };
}

/** The states whose ZIP codes begin with a zero, which spreadsheets drop. */
const ZERO_STATES = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);

/** A Canadian code with O for 0 and I for 1 where only a digit can be. */
function withDigits(code: string): string {
  return code.replace(
    /^(\p{L})([\dOI])(\p{L})([\dOI])(\p{L})([\dOI])$/iu,
    (_, ...parts: string[]) =>
      parts
        .slice(0, 6)
        .map((part, index) => (index % 2 === 1 ? part.replace(/o/i, '0').replace(/i/i, '1') : part))
        .join(''),
  );
}

/** A ZIP code that lost its zero, for states whose codes begin with one. */
function withZero(code: string, province: string | undefined): string | undefined {
  if (!province || !ZERO_STATES.has(province)) return undefined;
  const [, zip, plus] = /^(\d{4})(?:-?(\d{4}))?$/.exec(code) ?? [];
  return zip && `0${zip}${plus ? `-${plus}` : ''}`;
}

/** A postal code; `province` is what the row says, as far as it could be read. */
export function readPostalCode(text: string, province: string | undefined): CellReading<string> {
  const typed = normalizePostalCode(text);
  if (countryOfPostalCode(typed)) return { value: typed };
  const bare = typed.replace(/\.0$/, '').replace(/(?<=\w)[-–.](?=\w)/g, '');
  const zip = withZero(bare, province);
  if (zip) return { value: zip, correction: 'zipZeroRestored' };
  const spelled = normalizePostalCode(withDigits(bare).replace(/^(\d{5})(\d{4})$/, '$1-$2'));
  return countryOfPostalCode(spelled)
    ? { value: spelled, correction: 'postalCodeWritten' }
    : { problem: 'postalCodeInvalid' };
}

/** The province of a Canadian postal code, when it lies in one only (X is NT and NU). */
function onlyProvinceOf(postalCode: string): string | undefined {
  if (countryOfPostalCode(postalCode) !== 'CA' || postalCode.startsWith('X')) return undefined;
  return provinceOfPostalCode(postalCode);
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/**
 * Reads the address of the recipient or the origin from its cells, for a schema to check. Country and
 * province follow from the postal code when their cells are empty.
 */
export function readAddress(reader: RowReader<OrderDetailsColumn>, party: 'recipient' | 'origin') {
  const province = reader.value(`${party}_province`, readProvince);
  const postalCode = reader.value(`${party}_postal_code`, (text) => readPostalCode(text, province));
  const written = reader.value(`${party}_country`, readCountry);
  const countryOfCode = postalCode && countryOfPostalCode(postalCode);
  if (!written && countryOfCode && reader.isEmpty(`${party}_country`)) {
    reader.correct(`${party}_country`, 'countryFromPostalCode', countryOfCode);
  }
  if (written && countryOfCode && written !== countryOfCode) {
    reader.problem(`${party}_country`, 'countryPostalMismatch', { postalCode, value: written });
  }
  const expected = postalCode && onlyProvinceOf(postalCode);
  if (expected && !province && reader.isEmpty(`${party}_province`)) {
    reader.correct(`${party}_province`, 'provinceFromPostalCode', expected);
  }
  if (expected && province && province !== expected) {
    const values = { postalCode, expected, value: province };
    reader.problem(`${party}_province`, 'provincePostalMismatch', values);
  }
  const business = `is_${party}_address_a_business` as const;
  return {
    street: reader.text(`${party}_street`),
    unit: reader.text(`${party}_unit`),
    city: reader.text(`${party}_city`),
    province: province ?? expected,
    postalCode,
    country: written ?? countryOfCode,
    isBusinessAddress: reader.value(business, readYesNo, yesNo),
  };
}
