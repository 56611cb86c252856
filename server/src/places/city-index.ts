import type { Country } from '@portage/contract/addresses/postal-code';
import { foldText } from './fold-text.ts';
import type { PostalPlace } from './read-postal-places.ts';
import { startingWith } from './sorted-search.ts';

/** A name by which a city is found, and how it is written. */
export interface City {
  /** The name folded (`foldText`); one city may have several. */
  readonly key: string;
  readonly name: string;
  readonly province: string;
  readonly country: Country;
  /** Grows with its size: cities with more postal codes are more often meant. */
  readonly weight: number;
}

/** An FSA holds about as many people as four ZIP codes. */
const WEIGHT = { CA: 4, US: 1 } as const;

/** Landmarks that have an FSA to themselves and are no town. */
const LANDMARK = /^(?:Place|Tour|Government|Queen's) /;

/** Finds cities by name, without regard to accents, case and punctuation. */
export class CityIndex {
  readonly #byKey: readonly City[];

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
    // Municipalities first, so that where names meet, theirs is the spelling.
    for (const place of listed) add(foldText(place.city), place.city, place);
    for (const place of listed) {
      if (place.localName !== place.city) add(foldText(place.localName), writtenName(place), place);
    }
    this.#byKey = [...cities.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** The cities of exactly this name, largest first. */
  named(name: string, province?: string): City[] {
    const key = foldText(name);
    return this.#search(key, province).filter((city) => city.key === key);
  }

  /** The cities whose name begins so: those of exactly this name first, then the largest. */
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
    return [...startingWith(this.#byKey, key, (city) => city.key)]
      .filter((city) => province === undefined || city.province === province)
      .sort((one, other) => other.weight - one.weight);
  }
}

/** "Downtown Toronto" and "Quebec City" find Toronto and Québec; "North York" is written so. */
function writtenName({ city, localName }: PostalPlace): string {
  const isPartOfCity = foldText(localName).includes(foldText(city));
  return isPartOfCity || LANDMARK.test(localName) ? city : localName;
}
