import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  matchRecipientHeaders,
  type RecipientCells,
  readRecipientRow,
  recipientColumns,
} from './import-rows.ts';

const CELLS: RecipientCells = {
  recipient_name: 'Ana Roy',
  recipient_email: 'ana@example.com',
  recipient_phone: '514 555-0123',
  recipient_street: '12 rue Roy',
  recipient_unit: 'App. 3',
  recipient_city: 'Montréal',
  recipient_province: 'QC',
  recipient_postal_code: 'H2X 1Y4',
  recipient_country: 'CA',
};

const read = (changes: RecipientCells = {}) =>
  readRecipientRow({ row: 1, cells: { ...CELLS, ...changes } });

test('headers lead to their columns in any order, in English and French', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...recipientColumns]), (columns) => {
      expect(matchRecipientHeaders(columns)).toEqual(columns);
    }),
  );
  expect(matchRecipientHeaders(['Ville', 'Courriel', 'Nom', 'Service', 'Zip Code'])).toEqual([
    'recipient_city',
    'recipient_email',
    'recipient_name',
    undefined,
    'recipient_postal_code',
  ]);
});

test('a row becomes a recipient; what its postal code tells need not be there', () => {
  const saved = {
    recipient: { name: 'Ana Roy', email: 'ana@example.com', phone: '+15145550123' },
    address: {
      street: '12 rue Roy',
      unit: 'App. 3',
      city: 'Montréal',
      province: 'QC',
      postalCode: 'H2X 1Y4',
      country: 'CA',
    },
  };
  expect(read().saved).toEqual(saved);
  expect(read({ recipient_province: 'Québec', recipient_country: 'Canada' }).saved).toEqual(saved);
  expect(read({ recipient_province: '', recipient_country: '' }).saved).toEqual(saved);
  expect(read({ recipient_email: 'n/a', recipient_phone: '' }).saved?.recipient).toEqual({
    name: 'Ana Roy',
  });
});

describe('a row that cannot be saved says what is wrong with which cell', () => {
  test.each([
    ['recipient_name', '', 'required'],
    ['recipient_name', 'x'.repeat(201), 'textTooLong'],
    ['recipient_street', '', 'required'],
    ['recipient_city', '', 'required'],
    ['recipient_postal_code', 'H2X', 'postalCodeInvalid'],
    ['recipient_postal_code', '', 'required'],
    ['recipient_province', 'Narnia', 'provinceUnknown'],
    ['recipient_country', 'France', 'countryUnknown'],
    ['recipient_country', 'US', 'countryPostalMismatch'],
    ['recipient_email', 'ana@', 'emailInvalid'],
    ['recipient_phone', '5.14555E+09', 'phoneShortened'],
    ['recipient_phone', '514 555-0123 poste 4', 'phoneExtension'],
    ['recipient_street', '=HYPERLINK("x")', 'formula'],
  ] as const)('%s %s: %s', (column, cell, code) => {
    const { saved, problems } = read({ [column]: cell });
    expect(saved).toBeUndefined();
    expect(problems.filter((problem) => problem.column === column)).toMatchObject([{ code }]);
  });
});

test('a wrong postal code is not also said of the province and country that follow from it', () => {
  const { problems } = read({
    recipient_postal_code: 'H2X',
    recipient_province: '',
    recipient_country: '',
  });
  expect(problems.map(({ column }) => column)).toEqual(['recipient_postal_code']);
});

test('what could be read stays to be completed by hand', () => {
  expect(read({ recipient_postal_code: 'H2X', recipient_province: 'Québec' }).read).toMatchObject({
    recipient: { name: 'Ana Roy', phone: '+15145550123' },
    address: { street: '12 rue Roy', province: 'QC' },
  });
});
