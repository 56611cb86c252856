import { z } from 'zod';

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
