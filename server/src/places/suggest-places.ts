import type { PlaceSuggestion } from '@portage/contract/places';
import {
  countryOfPostalCode,
  normalizePostalCode,
  type Country,
} from '@portage/contract/postal-code';
import { begunCityAtEnd, cityAtEnd } from './city-at-end.ts';
import type { PlaceIndex } from './place-index.ts';
import { MAX_SUGGESTIONS } from './places.ts';
import { readBegunPostalCode, readTypedLine } from './typed-line.ts';

interface FoundPlace {
  readonly street?: string | undefined;
  readonly city: string;
  readonly province: string;
  readonly country: Country;
  /** A whole postal code. */
  readonly postalCode?: string | undefined;
  /** The FSA it was found by, shown when there is no whole code. */
  readonly fsa?: string | undefined;
}

/** Places of the index that complete a typed line, best first, at most `MAX_SUGGESTIONS`. */
export function suggestPlaces(line: string, index: PlaceIndex): PlaceSuggestion[] {
  const begunCode = readBegunPostalCode(line);
  const found =
    begunCode === undefined ? completeLine(line, index) : completeCode(begunCode, index);
  const byLabel = new Map(found.map(suggestionOf).map((one) => [one.label, one]));
  return [...byLabel.values()].slice(0, MAX_SUGGESTIONS);
}

/** A postal code, whole or begun: the place it lies in, or the places whose codes begin so. */
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

/** An address line. Its postal code, where it has one, says where it is; otherwise its city does. */
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
