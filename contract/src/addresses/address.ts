import { z } from 'zod';
import { namedObject } from '../endpoint.ts';
import { requiredText, text } from '../text.ts';

export const Country = z.enum(['CA', 'US']);
export type Country = z.infer<typeof Country>;

const CANADIAN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/;
const UNITED_STATES = /^\d{5}(-\d{4})?$/;

/** Canada Post's first letters; X is shared by NT and NU. */
const PROVINCE_OF_LETTER: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** Returns `A1A 1A1`, `12345` or `12345-6789`; other text is only trimmed. */
export function normalizePostalCode(typed: string): string {
  const compact = typed.trim().toUpperCase().replace(/\s+/g, '');
  return CANADIAN.test(compact) ? `${compact.slice(0, 3)} ${compact.slice(3)}` : compact;
}

/** Undefined when neither country's pattern matches. */
export function countryOfPostalCode(postalCode: string): Country | undefined {
  const normal = normalizePostalCode(postalCode);
  if (CANADIAN.test(normal)) return 'CA';
  if (UNITED_STATES.test(normal)) return 'US';
  return undefined;
}

/** Takes a Canadian postal code or FSA; undefined for other text. */
export function provinceOfPostalCode(postalCode: string): string | undefined {
  return PROVINCE_OF_LETTER[normalizePostalCode(postalCode).charAt(0)];
}

/** The FSA (first three characters) in Canada, the ZIP3 in the US. */
export function sortationPrefix(postalCode: string): string {
  return normalizePostalCode(postalCode).slice(0, 3);
}

/** Refuses with `postalCodeInvalid`. */
export const PostalCode = z
  .string()
  .max(20)
  .overwrite(normalizePostalCode)
  .refine((code) => countryOfPostalCode(code) !== undefined, 'postalCodeInvalid')
  .describe('Canadian postal code (A1A 1A1) or US ZIP code (12345 or 12345-6789).');

/** A point on the Earth in decimal degrees (WGS 84). */
export const GeoPoint = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type GeoPoint = z.infer<typeof GeoPoint>;

/** Two letters of a Canadian province or US state. */
const Province = z
  .string()
  .trim()
  .toUpperCase()
  .refine((letters) => /^[A-Z]{2}$/.test(letters), 'provinceInvalid');

/** A postal address (spec 1 §3). `number` and `location` are filled by geocoding. */
export const Address = namedObject('Address', {
  number: text(20).optional().describe('House number, when it is known apart from the street.'),
  street: requiredText(200).describe('Street with its house number.'),
  unit: text(50).optional().describe('Apartment, suite or unit.'),
  city: requiredText(100).describe('City or town.'),
  province: Province.describe('Two letters of the province or state.'),
  postalCode: PostalCode,
  country: Country.describe('Canada or the United States.'),
  sublocality: text(100).optional().describe('Borough or district, when the geocoder knows it.'),
  location: GeoPoint.optional().describe('Coordinates, once located.'),
  locationNote: z
    .literal('PLACES_UNAVAILABLE')
    .optional()
    .describe('Set when only its postal code was located, since the places service failed.'),
});
export type Address = z.infer<typeof Address>;

/** The unit is optional (spec 2 §5); geocoding adds the rest. */
export const NewLocation = Address.pick({
  street: true,
  unit: true,
  city: true,
  province: true,
  postalCode: true,
  country: true,
});
export type NewLocation = z.infer<typeof NewLocation>;

/** False for units such as `Apt 3` or `Dock 2`. */
export function isBareUnit(unit: string): boolean {
  return /^(\p{L}?-?\d+\p{L}?|\p{L})$/u.test(unit);
}

/** The dto form (spec 1 §3), as the merchant gave it. */
export const DtoAddress = Address.extend({
  isBusinessAddress: z.boolean().default(false).describe('A business and not a home.'),
}).meta({ id: 'DtoAddress' });
export type DtoAddress = z.infer<typeof DtoAddress>;
