import type { Country } from '@portage/contract/addresses/address';
import { foldForSearch } from '@portage/contract/text';
import { readPostalPlaces, type PostalPlace } from './read-postal-places.ts';

export interface City {
  /** Folded by `foldText`; one city may have several names. */
  readonly key: string;
  readonly name: string;
  readonly province: string;
  readonly country: Country;
  /** Grows with the number of postal codes. */
  readonly weight: number;
}

/** People in an FSA, in units of a ZIP code's. */
const WEIGHT = { CA: 4, US: 1 } as const;

/** Have an FSA of their own. */
const LANDMARK = /^(?:Place|Tour|Government|Queen's) /;

/** Ignores accents, case and punctuation. */
export class CityIndex {
  readonly #byKey: readonly City[];
  readonly #named: ReadonlyMap<string, City[]>;

  constructor(places: Iterable<PostalPlace>) {
    const cities = new Map<string, City>();
    const add = (key: string, name: string, { province, country }: PostalPlace) => {
      const known = cities.get(`${province} ${key}`);
      const weight = (known?.weight ?? 0) + WEIGHT[country];
      cities.set(`${province} ${key}`, {
        key,
        name: known?.name ?? name,
        province,
        country,
        weight,
      });
    };
    const listed = [...places];
    // First, so that their spelling wins.
    for (const place of listed) add(foldText(place.city), place.city, place);
    for (const place of listed) {
      if (place.localName !== place.city) add(foldText(place.localName), writtenName(place), place);
    }
    this.#byKey = [...cities.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
    this.#named = Map.groupBy(this.#byKey, ({ key }) => key);
  }

  /** Exact name, largest first. */
  named(name: string, province?: string): City[] {
    return largestFirst(this.#named.get(foldText(name)) ?? [], province);
  }

  /** Exact names first, then the largest. */
  beginningWith(text: string, province?: string): City[] {
    const key = foldText(text);
    const found = this.#search(key, province);
    return [
      ...found.filter((city) => city.key === key),
      ...found.filter((city) => city.key !== key),
    ];
  }

  #search(key: string, province: string | undefined): City[] {
    if (key === '') return [];
    return largestFirst([...startingWith(this.#byKey, key, (city) => city.key)], province);
  }
}

const largestFirst = (cities: readonly City[], province: string | undefined): City[] =>
  cities
    .filter((city) => province === undefined || city.province === province)
    .sort((one, other) => other.weight - one.weight);

/** "Downtown Toronto" and "Quebec City" become Toronto and Québec; "North York" stays. */
function writtenName({ city, localName }: PostalPlace): string {
  const isPartOfCity = foldText(localName).includes(foldText(city));
  return isPartOfCity || LANDMARK.test(localName) ? city : localName;
}

/** Index of the first item whose key is not below `key`. */
function lowerBound<Item>(
  sorted: readonly Item[],
  key: string,
  keyOf: (item: Item) => string,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && keyOf(item) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* startingWith<Item>(
  sorted: readonly Item[],
  prefix: string,
  keyOf: (item: Item) => string,
): Generator<Item> {
  for (let place = lowerBound(sorted, prefix, keyOf); place < sorted.length; place += 1) {
    const item = sorted[place];
    if (item === undefined || !keyOf(item).startsWith(prefix)) return;
    yield item;
  }
}

/** Drops accents, case and punctuation: « St-Jérôme » equals "Saint Jerome". */
export function foldText(text: string): string {
  return foldForSearch(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bsaint(e?)\b/g, 'st$1');
}

/** Finds places by code and by city. */
export class PlaceIndex {
  readonly cities: CityIndex;
  readonly #byCode: ReadonlyMap<string, PostalPlace>;
  readonly #codes: readonly string[];

  constructor(places: readonly PostalPlace[] = readPostalPlaces()) {
    this.cities = new CityIndex(places);
    this.#byCode = new Map(places.map((place) => [place.code, place]));
    this.#codes = [...this.#byCode.keys()].sort();
  }

  /** Takes an FSA, or the five digits of a ZIP code. */
  find(postalCode: string): PostalPlace | undefined {
    return this.#byCode.get(indexedPart(postalCode));
  }

  /** In the order of codes. */
  codesBeginningWith(begun: string, limit: number): PostalPlace[] {
    return startingWith(this.#codes, indexedPart(begun), (code) => code)
      .take(limit)
      .map((code) => this.#byCode.get(code))
      .filter((place) => place !== undefined)
      .toArray();
  }
}

/** The key of places. */
function indexedPart(code: string): string {
  return /^\d/.test(code) ? code.slice(0, 5) : code.slice(0, 3);
}
