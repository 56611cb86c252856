import { expect, test } from 'vitest';
import { cityNameOf } from './city-name.ts';

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
