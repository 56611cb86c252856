import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type GeoPoint,
  provinceOfPostalCode,
  type Country,
} from '@portage/contract/addresses/address';
import { FSA_CORRECTIONS, UNDELIVERABLE_FSA } from './data/fsa-corrections.ts';
import { MUNICIPALITIES } from './data/municipalities.ts';

/** Spellings that `zipcodes` lost as U+FFFD. */
const LOST_LETTERS: readonly (readonly [RegExp, string])[] = (
  [
    ['A?ores', 'Açores'],
    ['B?lair', 'Bélair'],
    ['Ch?n?ville', 'Chénéville'],
    ['Ch?teauguay', 'Châteauguay'],
    ['Chaudi?re', 'Chaudière'],
    ['C?te', 'Côte'],
    ['Doroth?e', 'Dorothée'],
    ['F?licien', 'Félicien'],
    ['Fran?ois', 'François'],
    ['Gasp?', 'Gaspé'],
    ['Genevi?ve', 'Geneviève'],
    ['Gr?ce', 'Grâce'],
    ['H?bert', 'Hébert'],
    ['H?l?ne', 'Hélène'],
    ['J?r?me', 'Jérôme'],
    ['Jonqui?re', 'Jonquière'],
    ['Lam?que', 'Lamèque'],
    ['Lanaudi?re', 'Lanaudière'],
    ['Laterri?re', 'Laterrière'],
    ['L?onard', 'Léonard'],
    ['L?vis', 'Lévis'],
    ['M?re', 'Mère'],
    ['M?tabetchouan', 'Métabetchouan'],
    ['Mont?r?gie', 'Montérégie'],
    ['Pel?', 'Pelé'],
    ['Pocati?re', 'Pocatière'],
    ['Pr?vost', 'Prévost'],
    ['Qu?bec', 'Québec'],
    ['R?gion', 'Région'],
    ['Rivi?re', 'Rivière'],
    ['T?miscamingue', 'Témiscamingue'],
    ['Th?r?se', 'Thérèse'],
    ['Trinit?', 'Trinité'],
    ['Val?re', 'Valère'],
    ['Vall?e', 'Vallée'],
    ['Ad?le', 'Adèle'],
    ['?le', 'Île'],
    ['?mard', 'Émard'],
    ['?mile', 'Émile'],
    ['?piphanie', 'Épiphanie'],
  ] as const
).map(([lost, written]) => [
  new RegExp(`(?<![a-z])${lost.replaceAll('?', '\uFFFD')}`, 'gi'),
  written,
]);

const PROVINCIAL_GOVERNMENT =
  / (?:British Columbia|Manitoba|New Brunswick|Newfoundland & Labrador|Nova Scotia|Ontario|Prince Edward Island|Saskatchewan)? ?Provincial Government.*$/;

/** Divide a town into FSAs. */
const PART_OF_TOWN =
  / (?:(?:North|South|East|West)(?:east|west|ern)?|Central|Inner|Outer|Upper|Lower|Outskirts|And|Extremities|Subdivisions|Township|Region|Northern)$/;

const FRENCH_PARTICLES = new Set('a au aux de des du en la le les sur'.split(' '));

/** Cleans `Saint-jean- Sur-richelieu North`; a rural FSA (digit 0) has its town in brackets. */
export function cityNameOf(fsa: string, packageName: string): string {
  const joined = packageName.replaceAll('- ', '-');
  const bracketed = /\((.+)\)/.exec(joined)?.[1];
  const isRural = fsa.charAt(1) === '0';
  const town = isRural && bracketed ? bracketed : joined.replace(/ ?\(.*$/, '');
  return capitalize(restoreLetters(withoutPartOfTown(town.replace(PROVINCIAL_GOVERNMENT, ''))));
}

function withoutPartOfTown(name: string): string {
  const shorter = name.replace(PART_OF_TOWN, '');
  return shorter === name ? name : withoutPartOfTown(shorter);
}

function restoreLetters(name: string): string {
  return LOST_LETTERS.reduce((text, [lost, written]) => text.replace(lost, written), name);
}

/** French particles inside hyphens stay small. */
function capitalize(name: string): string {
  return name.replace(
    /(^|[ -])((?:[ld]')?)(\p{L}+)/giu,
    (_, before: string, elided: string, word: string) =>
      before === '-'
        ? `-${elided.toLowerCase()}${unlessParticle(word)}`
        : `${before}${elided.toUpperCase()}${capital(word)}`,
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function unlessParticle(word: string): string {
  return FRENCH_PARTICLES.has(word.toLowerCase()) ? word.toLowerCase() : capital(word);
}

export interface PostalPlace {
  /** Three characters in Canada, five digits in the United States. */
  readonly code: string;
  readonly city: string;
  /** A borough, a neighbourhood, or the city again. */
  readonly localName: string;
  readonly province: string;
  readonly country: Country;
  readonly location: GeoPoint;
}

/** Null or shifted where the package's source was broken. */
interface PackageRow {
  readonly zip: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string;
  readonly state: string;
}

/** Corrects known errors. */
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

/** The Northwest Territories share the letter X. */
const NUNAVUT = new Set(['X0A', 'X0B', 'X0C']);

/** Reads the first letter: the package's column has errors. */
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

/** Skips overseas military ZIP codes, which have no coordinates. */
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

/** Parses the script's table as JSON; as a module it would keep 23 MB in memory. */
function readRows(file: string): PackageRow[] {
  const script = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
  const table = script.slice(script.indexOf('{'), script.indexOf(';\nexports.'));
  return Object.values(JSON.parse(table) as Record<string, PackageRow>);
}
