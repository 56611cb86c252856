import { CityIndex } from './city-index.ts';
import { readPostalPlaces, type PostalPlace } from './read-postal-places.ts';
import { startingWith } from './sorted-search.ts';

/** The postal places of both countries, found by code and by city. */
export class PlaceIndex {
  readonly cities: CityIndex;
  readonly #byCode: ReadonlyMap<string, PostalPlace>;
  readonly #codes: readonly string[];

  constructor(places: readonly PostalPlace[] = readPostalPlaces()) {
    this.cities = new CityIndex(places);
    this.#byCode = new Map(places.map((place) => [place.code, place]));
    this.#codes = [...this.#byCode.keys()].sort();
  }

  /** The place of a postal code: by its FSA, or by the five digits of its ZIP code. */
  find(postalCode: string): PostalPlace | undefined {
    return this.#byCode.get(indexedPart(postalCode));
  }

  /** The places whose FSA or ZIP code begins as this code does, in the order of their codes. */
  codesBeginningWith(begun: string, limit: number): PostalPlace[] {
    return startingWith(this.#codes, indexedPart(begun), (code) => code)
      .take(limit)
      .map((code) => this.#byCode.get(code))
      .filter((place) => place !== undefined)
      .toArray();
  }
}

/** As much of a postal code as places are kept by. */
function indexedPart(code: string): string {
  return /^\d/.test(code) ? code.slice(0, 5) : code.slice(0, 3);
}
