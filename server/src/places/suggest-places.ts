import {
  countryOfPostalCode,
  normalizePostalCode,
  type Country,
} from '@portage/contract/addresses/address';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import { provincesOf } from '@portage/contract/addresses/provinces';
import { type PlaceIndex, type City, type CityIndex, foldText } from './place-index.ts';
import { MAX_SUGGESTIONS } from './places.ts';

/** Maps names in either language, folded (`foldText`), to codes. */
export const provinceByName: ReadonlyMap<string, string> = new Map(
  Object.values(provincesOf).flatMap((provinces) =>
    Object.entries(provinces).flatMap(([code, { en, fr }]) =>
      [en, fr].map((name) => [foldText(name), code] as const),
    ),
  ),
);

const PROVINCE_CODES: ReadonlySet<string> = new Set(provinceByName.values());
const LONGEST_NAME = 4;

/** The words before, and its code. */
interface ProvinceAtEnd {
  readonly before: readonly string[];
  readonly province: string;
}

/** Reads a code or a name. */
function provinceAtEnd(words: readonly string[]): ProvinceAtEnd | undefined {
  const last = words.at(-1)?.toUpperCase();
  if (last !== undefined && PROVINCE_CODES.has(last)) {
    return { before: words.slice(0, -1), province: last };
  }
  for (let count = Math.min(LONGEST_NAME, words.length); count > 0; count -= 1) {
    const province = provinceByName.get(foldText(words.slice(-count).join(' ')));
    if (province) return { before: words.slice(0, -count), province };
  }
  return undefined;
}

/** Several cities may end a line, best first. */
interface CityAtEnd {
  /** Kept as typed; missing when the line is a city alone. */
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

/** Prefers long names, and provinces at the end ("Québec" is both). */
function cityAtEnd(line: string, index: CityIndex): CityAtEnd | undefined {
  return readCity(line, (name, province) => index.named(name, province));
}

/** Reads a partly typed name. */
function begunCityAtEnd(line: string, index: CityIndex): CityAtEnd | undefined {
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

/** A house number with more than a street type. */
function isStreet([number = '', ...name]: readonly string[]): boolean {
  return /^\d/.test(number) && name.some((word) => !STREET_KINDS.has(word.toLowerCase()));
}

/** "Street", "West", the W of "St W". Key West is a city. */
function endsStreet(words: readonly string[]): boolean {
  const last = words.at(-1)?.toLowerCase() ?? '';
  const isAlone = words.length === 1;
  return (
    last.length < FEWEST_LETTERS || (isAlone && (STREET_KINDS.has(last) || DIRECTIONS.has(last)))
  );
}

/** Keeps spaces and commas. */
function typedPart(line: string, words: readonly string[]): string {
  const end = words.reduce((from, word) => line.indexOf(word, from) + word.length, 0);
  return line.slice(0, end).trim();
}

interface TypedLine {
  /** Leaves out postal code and country. */
  readonly text: string;
  /** Whole, normalized. */
  readonly postalCode?: string;
  /** Stands at the end of the line, without a whole code. */
  readonly fsa?: string;
}

const WHOLE_CODE = /[\s,]+([A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{5}(?:-\d{4})?)$/i;
const FSA = /[\s,]+([A-Z]\d[A-Z])$/i;
const COUNTRY = /[\s,]+(?:canada|usa|us|united states|états-unis)$/i;
const BEGUN_CODE = /^(?:[A-Z]\d(?:[A-Z](?:\s?\d(?:[A-Z]\d?)?)?)?|\d{3,5}(?:-\d{0,4})?)$/i;

/** Whole or partly typed ("M5V", "M5V 2T6", "142"). */
function readBegunPostalCode(text: string): string | undefined {
  const typed = text.trim();
  return BEGUN_CODE.test(typed) ? typed.toUpperCase().replace(/\s/g, '') : undefined;
}

/** Removes country and postal code from the end, in either order. */
function readTypedLine(line: string): TypedLine {
  const text = withoutEnd(line, COUNTRY);
  const code = WHOLE_CODE.exec(text)?.[1];
  if (code !== undefined && countryOfPostalCode(code) !== undefined) {
    return {
      text: withoutEnd(withoutEnd(text, WHOLE_CODE), COUNTRY),
      postalCode: normalizePostalCode(code),
    };
  }
  const fsa = FSA.exec(text)?.[1];
  if (fsa === undefined) return { text };
  return { text: withoutEnd(text, FSA), fsa: fsa.toUpperCase() };
}

function withoutEnd(text: string, end: RegExp): string {
  return text
    .replace(end, '')
    .replace(/[\s,]+$/, '')
    .trim();
}

interface FoundPlace {
  readonly street?: string | undefined;
  readonly city: string;
  readonly province: string;
  readonly country: Country;
  readonly postalCode?: string | undefined;
  /** Shown without a whole code. */
  readonly fsa?: string | undefined;
}

/** Best first, at most `MAX_SUGGESTIONS`. */
export function suggestPlaces(line: string, index: PlaceIndex): PlaceSuggestion[] {
  const begunCode = readBegunPostalCode(line);
  const found =
    begunCode === undefined ? completeLine(line, index) : completeCode(begunCode, index);
  const byLabel = new Map(found.map(suggestionOf).map((one) => [one.label, one]));
  return [...byLabel.values()].slice(0, MAX_SUGGESTIONS);
}

function completeCode(code: string, index: PlaceIndex): FoundPlace[] {
  const isWhole = countryOfPostalCode(code) !== undefined;
  return index
    .codesBeginningWith(code, MAX_SUGGESTIONS)
    .map(({ code: found, city, province, country }) => {
      if (isWhole) return { city, province, country, postalCode: normalizePostalCode(code) };
      const known = country === 'US' ? { postalCode: found } : { fsa: found };
      return { city, province, country, ...known };
    });
}

/** Completes by the postal code, or else by the city. */
function completeLine(line: string, index: PlaceIndex): FoundPlace[] {
  const { text, postalCode, fsa } = readTypedLine(line);
  const place = index.find(postalCode ?? fsa ?? '');
  const whole = cityAtEnd(text, index.cities);
  if (place) {
    const { province, country } = place;
    const named = whole?.cities.find((city) => city.province === province);
    const street = named ? whole?.street : text;
    return [{ street, city: named?.name ?? place.city, province, country, postalCode, fsa }];
  }
  const { street, cities } = whole ?? begunCityAtEnd(text, index.cities) ?? { cities: [] };
  return cities.map(({ name, province, country }) => ({ street, city: name, province, country }));
}

function suggestionOf(place: FoundPlace): PlaceSuggestion {
  const { street, city, province, country, postalCode, fsa } = place;
  const region = [province, postalCode ?? fsa].filter(Boolean).join(' ');
  return {
    label: [street, city, region].filter(Boolean).join(', '),
    address: {
      ...(street && { street }),
      city,
      province,
      ...(postalCode && { postalCode }),
      country,
    },
  };
}
