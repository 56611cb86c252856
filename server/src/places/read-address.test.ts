import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReadAddress } from '@portage/contract/addresses/places';
import { PlaceIndex } from './place-index.ts';
import { readAddress } from './read-address.ts';

const index = new PlaceIndex();
const read = (text: string) => readAddress(text, index);

const sherbrooke = {
  street: '4200 rue Sherbrooke E',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H1X 2B1',
  country: 'CA',
};
const delaware = {
  street: '50 Delaware Ave',
  city: 'Buffalo',
  province: 'NY',
  postalCode: '14202',
  country: 'US',
};

test.each([
  ['4200 rue Sherbrooke E, Montréal, QC H1X 2B1', { address: sherbrooke }],
  ['4200 rue Sherbrooke E\nMontréal (Québec) H1X 2B1\nCanada', { address: sherbrooke }],
  ['4200 rue Sherbrooke E\r\nMontréal QC  h1x2b1', { address: sherbrooke }],
  ['12-4200 rue Sherbrooke E, Montréal, QC H1X 2B1', { address: { ...sherbrooke, unit: '12' } }],
  [
    'Zoé Tremblay\n4200 rue Sherbrooke E, app. 12B\nMontréal (Québec) H1X 2B1',
    { name: 'Zoé Tremblay', address: { ...sherbrooke, unit: '12B' } },
  ],
  [
    'Zoé Tremblay\n4200 rue Sherbrooke E\nBureau 300\nMontréal QC H1X 2B1\nTél. : 514 555-0123\nzoe@example.com',
    {
      name: 'Zoé Tremblay',
      phone: '514 555-0123',
      email: 'zoe@example.com',
      address: { ...sherbrooke, unit: '300' },
    },
  ],
  ['50 Delaware Ave, Buffalo, NY 14202', { address: delaware }],
  [
    'Bo Diaz\n50 Delaware Ave Apt 4\nBuffalo, New York 14202\nUSA',
    { name: 'Bo Diaz', address: { ...delaware, unit: '4' } },
  ],
  ['50 Delaware Ave Suite #210, Buffalo NY 14202', { address: { ...delaware, unit: '210' } }],
  [
    'PO Box 1234\nToronto ON M5B 1C6',
    {
      address: {
        street: 'PO Box 1234',
        city: 'Toronto',
        province: 'ON',
        postalCode: 'M5B 1C6',
        country: 'CA',
      },
    },
  ],
  ['C.P. 88, Montréal (Québec) H1X 2B1', { address: { ...sherbrooke, street: 'C.P. 88' } }],
])('%j is read into its parts', (text, parts) => {
  expect(read(text)).toEqual(parts);
});

test('a text that is not an address has no parts', () => {
  expect(read('hello').address).toEqual({});
});

test('any pasted text is read into valid fields without an exception', () => {
  const piece = fc.constantFrom(
    '12-',
    '4200 rue',
    'Montréal',
    '(Québec)',
    'H1X 2B1',
    'app.',
    '#',
    '\n',
    ',',
    'NY',
    '14202',
    'C.P. 8',
    '@',
    '514 555-0123',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(piece, { maxLength: 12 }).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(text, (pasted) => {
      expect(ReadAddress.safeParse(read(pasted)).success).toBe(true);
    }),
  );
});
