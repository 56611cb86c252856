import type { City, CityIndex } from './city-index.ts';
import { PROVINCE_BY_NAME } from './data/provinces.ts';
import { foldText } from './fold-text.ts';

const PROVINCE_CODES: ReadonlySet<string> = new Set(Object.values(PROVINCE_BY_NAME));
const LONGEST_NAME = 4;

/** A line that ends in a province: the words before it, and its two letters. */
interface ProvinceAtEnd {
  readonly before: readonly string[];
  readonly province: string;
}

/** Reads the province, by its two letters or its name, at the end of a line's words. */
function provinceAtEnd(words: readonly string[]): ProvinceAtEnd | undefined {
  const last = words.at(-1)?.toUpperCase();
  if (last !== undefined && PROVINCE_CODES.has(last)) {
    return { before: words.slice(0, -1), province: last };
  }
  for (let count = Math.min(LONGEST_NAME, words.length); count > 0; count -= 1) {
    const province = PROVINCE_BY_NAME[foldText(words.slice(-count).join(' '))];
    if (province) return { before: words.slice(0, -count), province };
  }
  return undefined;
}

/** An address line read to its end: the cities it may end in, best first, and what stands before. */
export interface CityAtEnd {
  /** As it was typed; missing when the line is a city alone. */
  readonly street?: string;
  readonly cities: readonly City[];
}

type Search = (name: string, province: string | undefined) => City[];

const MOST_WORDS = 5;
const FEWEST_LETTERS = 3;

const wordSet = (words: string) => new Set(words.split(' '));
const STREET_KINDS = wordSet(
  'ave avenue blvd boul boulevard chemin court cres crescent drive lane place road rue street way',
);
const DIRECTIONS = wordSet('north south east west nord sud est ouest');

/**
 * The city at the end of an address line whose postal code is off, by its whole name. A longer name
 * goes before a shorter one, and a line read with a province at its end before the same line read
 * without ("Québec" may be either).
 */
export function cityAtEnd(line: string, index: CityIndex): CityAtEnd | undefined {
  return readCity(line, (name, province) => index.named(name, province));
}

/** The same for a city whose name is only begun. */
export function begunCityAtEnd(line: string, index: CityIndex): CityAtEnd | undefined {
  return readCity(line, (name, province) =>
    name.length >= FEWEST_LETTERS ? index.beginningWith(name, province) : [],
  );
}

function readCity(line: string, search: Search): CityAtEnd | undefined {
  const words = line.match(/[^\s,]+/g) ?? [];
  const ending = provinceAtEnd(words);
  return (
    (ending && longestCity(line, ending.before, (name) => search(name, ending.province))) ??
    longestCity(line, words, (name) => search(name, undefined))
  );
}

function longestCity(
  line: string,
  words: readonly string[],
  search: (name: string) => City[],
): CityAtEnd | undefined {
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count -= 1) {
    const before = words.slice(0, -count);
    const name = words.slice(-count);
    if (before.length > 0 && (!isStreet(before) || endsStreet(name))) continue;
    const cities = search(name.join(' '));
    if (cities.length === 0) continue;
    return before.length > 0 ? { street: typedPart(line, before), cities } : { cities };
  }
  return undefined;
}

/** A street begins with a house number and has a name that is more than its kind. */
function isStreet([number = '', ...name]: readonly string[]): boolean {
  return /^\d/.test(number) && name.some((word) => !STREET_KINDS.has(word.toLowerCase()));
}

/** After a street, "Street", "West" or the W of "St W" still belong to it; Key West is a city. */
function endsStreet(words: readonly string[]): boolean {
  const last = words.at(-1)?.toLowerCase() ?? '';
  const isAlone = words.length === 1;
  return (
    last.length < FEWEST_LETTERS || (isAlone && (STREET_KINDS.has(last) || DIRECTIONS.has(last)))
  );
}

/** The beginning of the line that holds these words, with the spaces and commas typed within it. */
function typedPart(line: string, words: readonly string[]): string {
  const end = words.reduce((from, word) => line.indexOf(word, from) + word.length, 0);
  return line.slice(0, end).trim();
}
