import type { GeoPoint } from '@portage/contract/addresses/address';
import { provinceOfPostalCode, type Country } from '@portage/contract/addresses/postal-code';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cityNameOf } from './city-name.ts';
import { FSA_CORRECTIONS, UNDELIVERABLE_FSA } from './data/fsa-corrections.ts';
import { MUNICIPALITIES } from './data/municipalities.ts';

/** What is known of an FSA or a ZIP code. */
export interface PostalPlace {
  /** Three characters in Canada, five digits in the United States. */
  readonly code: string;
  readonly city: string;
  /** What the place is also called: a borough, a neighbourhood, or the city again. */
  readonly localName: string;
  readonly province: string;
  readonly country: Country;
  readonly location: GeoPoint;
}

/** A row of the package; columns are null, or shifted, where its own source was broken. */
interface PackageRow {
  readonly zip: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string;
  readonly state: string;
}

/** Every FSA and ZIP code that the package `zipcodes` places, corrected where it is known to be wrong. */
export function readPostalPlaces(): PostalPlace[] {
  return [...readCanadianPlaces(), ...readAmericanPlaces()];
}

function readCanadianPlaces(): PostalPlace[] {
  const rows = new Map(readRows('zipcodes/lib/codesCanada.js').map((row) => [row.zip, row]));
  rows.delete(UNDELIVERABLE_FSA);
  const codes = new Set([...rows.keys(), ...Object.keys(FSA_CORRECTIONS)]);
  return [...codes].flatMap((code) => placeOfFsa(code, rows.get(code)) ?? []);
}

function placeOfFsa(code: string, row: PackageRow | undefined): PostalPlace | undefined {
  const correction = FSA_CORRECTIONS[code];
  const location = correction?.location ?? locationOf(row);
  const localName = correction?.city ?? (row && cityNameOf(code, row.city));
  const province = provinceOfFsa(code);
  if (!location || !localName || !province) return undefined;
  const city = municipalityOf(code) ?? localName;
  return { code, city, localName, province, country: 'CA', location };
}

/** Nunavut's FSAs; the letter X is shared with the Northwest Territories. */
const NUNAVUT = new Set(['X0A', 'X0B', 'X0C']);

/** The province by the first letter: the package's own column is wrong in places. */
function provinceOfFsa(code: string): string | undefined {
  return NUNAVUT.has(code) ? 'NU' : provinceOfPostalCode(code);
}

const municipalityByPrefix: ReadonlyMap<string, string> = new Map(
  Object.entries(MUNICIPALITIES).flatMap(([city, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, city] as const),
  ),
);

function municipalityOf(code: string): string | undefined {
  const prefixes = [code, code.slice(0, 2), code.slice(0, 1)];
  return prefixes.map((prefix) => municipalityByPrefix.get(prefix)).find(Boolean);
}

/** ZIP codes of the armed forces overseas have no coordinates and are left out. */
function readAmericanPlaces(): PostalPlace[] {
  return readRows('zipcodes/lib/codes.js').flatMap((row) => {
    const location = locationOf(row);
    if (!location) return [];
    const { zip: code, city, state: province } = row;
    return [{ code, city, localName: city, province, country: 'US', location }];
  });
}

function locationOf(row: PackageRow | undefined): GeoPoint | undefined {
  if (!row?.latitude || !row.longitude) return undefined;
  return { lat: row.latitude, lng: row.longitude };
}

/**
 * The table in one of the package's scripts, `exports.codes = {…};`. It is read as JSON: loaded as a
 * module it would stay in memory whole, 23 MB, beside what is kept of it here.
 */
function readRows(file: string): PackageRow[] {
  const script = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
  const table = script.slice(script.indexOf('{'), script.indexOf(';\nexports.'));
  return Object.values(JSON.parse(table) as Record<string, PackageRow>);
}
