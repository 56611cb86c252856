import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlaceSuggestion } from '@portage/contract/addresses/places';
import { PlaceIndex } from './place-index.ts';
import { MAX_SUGGESTIONS } from './places.ts';
import { suggestPlaces } from './suggest-places.ts';

const index = new PlaceIndex();
const suggest = (line: string) => suggestPlaces(line, index);
const labels = (line: string) => suggest(line).map(({ label }) => label);

describe('a postal code', () => {
  test('that is whole is completed with its city', () => {
    expect(suggest('m5v2t6')).toEqual([
      {
        label: 'Toronto, ON M5V 2T6',
        address: { city: 'Toronto', province: 'ON', postalCode: 'M5V 2T6', country: 'CA' },
      },
    ]);
    expect(suggest('14201-1234')).toEqual([
      {
        label: 'Buffalo, NY 14201-1234',
        address: { city: 'Buffalo', province: 'NY', postalCode: '14201-1234', country: 'US' },
      },
    ]);
  });

  test('that is incomplete shows its area without filling it in', () => {
    for (const begun of ['M5V', 'm5v 2', 'M5V 2T']) {
      expect(suggest(begun)).toEqual([
        { label: 'Toronto, ON M5V', address: { city: 'Toronto', province: 'ON', country: 'CA' } },
      ]);
    }
  });

  test('that fits several areas lists them in order', () => {
    expect(labels('M5').slice(0, 3)).toEqual([
      'Toronto, ON M5A',
      'Toronto, ON M5B',
      'Toronto, ON M5C',
    ]);
    expect(labels('1420')[0]).toBe('Buffalo, NY 14201');
  });

  test.each(['H0H 0H0', 'M5D 1A1', '00000', 'D1A'])('%s has no place', (code) => {
    expect(labels(code)).toEqual([]);
  });
});

describe('a city', () => {
  test.each([
    ['montre', 'Montréal, QC'],
    ['MONTRÉAL', 'Montréal, QC'],
    ['quebec', 'Québec, QC'],
    ['Quebec City', 'Québec, QC'],
    ['st jer', 'Saint-Jérôme, QC'],
    ['Saint-Jérôme', 'Saint-Jérôme, QC'],
    ["l'ancienne lor", "L'Ancienne-Lorette, QC"],
    ['beloe', 'Belœil, QC'],
    ['st cath', 'St. Catharines, ON'],
    ['north yo', 'North York, ON'],
    ['buff', 'Buffalo, NY'],
    ['lond', 'London, ON'],
    ['vancouver', 'Vancouver, BC'],
    ['vancouver wa', 'Vancouver, WA'],
    ['Vancouver, Washington', 'Vancouver, WA'],
    ['Halifax, Nova Scotia, Canada', 'Halifax, NS'],
  ])('typed %j is found as %s', (typed, found) => {
    expect(labels(typed)[0]).toBe(found);
  });

  test('is listed once, under any of its neighbourhoods', () => {
    const found = labels('toronto');
    expect(found.filter((label) => label === 'Toronto, ON')).toHaveLength(1);
  });
});

describe('an address line', () => {
  test('keeps the street as typed and completes the rest from its postal code', () => {
    expect(suggest('123 King St W, Toronto, ON M5V 2T6')).toEqual([
      {
        label: '123 King St W, Toronto, ON M5V 2T6',
        address: {
          street: '123 King St W',
          city: 'Toronto',
          province: 'ON',
          postalCode: 'M5V 2T6',
          country: 'CA',
        },
      },
    ]);
  });

  test.each([
    ['123 King St W Toronto', '123 King St W, Toronto, ON'],
    ['123 King St W Tor', '123 King St W, Toronto, ON'],
    ['123 King St W M5V 2T6', '123 King St W, Toronto, ON M5V 2T6'],
    ['123 King St W M5V', '123 King St W, Toronto, ON M5V'],
    [
      '1234, rue Sainte-Catherine O, Montréal, Québec',
      '1234, rue Sainte-Catherine O, Montréal, QC',
    ],
    ['5 rue Cartier Québec', '5 rue Cartier, Québec, QC'],
    ['10 Main St, Buffalo NY 14201, USA', '10 Main St, Buffalo, NY 14201'],
    ['10 Main St Canada M5V 2T6', '10 Main St, Toronto, ON M5V 2T6'],
    ['12 Duval St, Key West, FL', '12 Duval St, Key West, FL'],
    ['40 Sheppard Ave E, North York, ON M2N 1A1', '40 Sheppard Ave E, North York, ON M2N 1A1'],
  ])('%j is completed as %s', (typed, completed) => {
    expect(labels(typed)[0]).toBe(completed);
  });

  test('follows the postal code over the city', () => {
    expect(labels('10 Main St, Toronto, ON H2Y 1C6')[0]).toMatch(/Montréal, QC H2Y 1C6$/);
  });

  test.each(['123 King St', '123 King St West', '500 Queen Street', '123 rue', '123 rue Laurier'])(
    '%j is still a street and not a city',
    (line) => {
      expect(labels(line)).toEqual([]);
    },
  );
});

test.each(['', '   ', 'a', '🙂', ',,,', '!!!', 'zzzz'])('%j suggests nothing', (line) => {
  expect(labels(line)).toEqual([]);
});

test('any typed text gives at most 8 different places, each a valid one', () => {
  const word = fc.constantFrom('M5V', '2T6', '14201', '12', 'King', 'St', 'W', 'Toronto', 'Québec');
  const line = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(line, (text) => {
      const found = suggest(text);
      expect(found.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
      expect(new Set(found.map(({ label }) => label)).size).toBe(found.length);
      for (const one of found) expect(PlaceSuggestion.parse(one)).toEqual(one);
    }),
    { numRuns: 300 },
  );
});
