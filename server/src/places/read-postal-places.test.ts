import { expect, test } from 'vitest';
import { provinceOfPostalCode } from '@portage/contract/addresses/address';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { readPostalPlaces, cityNameOf } from './read-postal-places.ts';

test.each([
  ['J3B', 'Saint-jean- Sur-richelieu Central', 'Saint-Jean-sur-Richelieu'],
  ['J9P', "Val-d'or", "Val-d'Or"],
  ['G2E', "L'ancienne- Lorette Northeast", "L'Ancienne-Lorette"],
  ['G5R', 'Rivi\uFFFDre-du-loup', 'Rivière-du-Loup'],
  ['G4R', 'Sept-\uFFFDles Southeast', 'Sept-Îles'],
  ['J7Y', 'Saint-j\uFFFDr\uFFFDme North', 'Saint-Jérôme'],
  ['L4T', 'Mississauga (malton)', 'Mississauga'],
  ['L0P', 'Halton Regional Municipality (campbellville)', 'Campbellville'],
  ['K8A', 'Pembroke Central And Northern Subdivisions', 'Pembroke'],
  ['R3C', 'Winnipeg (broadway / The Forks) Manitoba Provincial Government', 'Winnipeg'],
  ['A1B', "St. John's Northwest Newfoundland & Labrador Provincial Government", "St. John's"],
  ['L2E', 'Niagara Falls Central', 'Niagara Falls'],
  ['B2A', 'North Sydney South Central', 'North Sydney'],
])('%s, in the package %j, is the town of %s', (fsa, packageName, town) => {
  expect(cityNameOf(fsa, packageName)).toBe(town);
});

const places = readPostalPlaces();
const canadian = places.filter(({ country }) => country === 'CA');

test('every FSA and ZIP code lies in North America or a US territory', () => {
  expect(canadian.length).toBeGreaterThan(1_600);
  expect(places.length).toBeGreaterThan(43_000);
  for (const { code, country, location } of places) {
    expect(code).toMatch(country === 'CA' ? /^[A-Z]\d[A-Z]$/ : /^\d{5}$/);
    if (country === 'US') continue;
    expect(location.lat).toBeGreaterThan(41);
    expect(location.lat).toBeLessThan(84);
    expect(location.lng).toBeGreaterThan(-141.1);
    expect(location.lng).toBeLessThan(-52);
  }
});

test('the province of an FSA is the one of its first letter', () => {
  const others = canadian.filter(({ code, province }) => province !== provinceOfPostalCode(code));
  expect(others.map(({ code, province }) => `${code} ${province}`)).toEqual([
    'X0A NU',
    'X0B NU',
    'X0C NU',
  ]);
});

test('no city name has a lost letter, a bracket or a district', () => {
  for (const { city, localName } of canadian) {
    for (const name of [city, localName]) {
      expect(name).toMatch(/^[\p{L}\d .'’&-]+$/u);
      expect(name).not.toMatch(/Provincial Government|- | (?:Northeast|Central)$/);
    }
  }
});

test('every postal prefix of the service areas belongs to a known place', () => {
  const known = new Set(places.flatMap(({ code }) => [code.slice(0, 2), code.slice(0, 3)]));
  for (const prefix of shippedTariff().areaByPrefix.keys()) expect(known).toContain(prefix);
});
