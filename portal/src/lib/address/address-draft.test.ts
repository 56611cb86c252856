import { expect, test } from 'vitest';
import {
  addressDraftOf,
  completeAddress,
  completeFromPostalCode,
  provinceCorrection,
} from './address-draft.ts';

const blank = addressDraftOf({});

test('a place fills the parts it knows and leaves what was typed for the others', () => {
  const typed = { ...blank, street: '4200 rue Sherbrooke E', unit: '12' };
  const known = { city: 'Montréal', province: 'QC', country: 'CA' as const };
  expect(completeAddress(typed, known)).toEqual({ ...typed, ...known });
});

test('a whole postal code fills in the country and the Canadian province', () => {
  expect(completeFromPostalCode({ ...blank, postalCode: 'h1x2b1' })).toEqual({
    ...blank,
    postalCode: 'H1X 2B1',
    country: 'CA',
    province: 'QC',
  });
  expect(completeFromPostalCode({ ...blank, postalCode: '14201', province: 'ON' })).toMatchObject({
    country: 'US',
    province: '',
  });
});

test('an incomplete postal code, or one typed after the province, changes nothing else', () => {
  const half = { ...blank, postalCode: 'h1x' };
  expect(completeFromPostalCode(half)).toEqual(half);
  const chosen = { ...blank, postalCode: 'X0A 0H0', province: 'NU' };
  expect(completeFromPostalCode(chosen)).toEqual(chosen);
});

test.each([
  ['H1X 2B1', 'ON', 'QC'],
  ['h1x2b1', 'QC', undefined],
  ['H1X 2B1', '', undefined],
  ['H1X', 'ON', undefined],
  ['X0A 0H0', 'NU', undefined],
  ['K1A 0B1', 'QC', undefined],
])('%s in %j is corrected to %s', (postalCode, province, correction) => {
  expect(provinceCorrection({ ...blank, postalCode, province })).toBe(correction);
});
