import { expect, test } from 'vitest';
import {
  countryOfPostalCode,
  normalizePostalCode,
  PostalCode,
  provinceOfPostalCode,
  sortationPrefix,
} from './address.ts';

test.each([
  ['m5v2t6', 'M5V 2T6'],
  [' h2x 1y4 ', 'H2X 1Y4'],
  ['14201', '14201'],
  ['07030-1234', '07030-1234'],
])('%j is stored as %j', (typed, stored) => {
  expect(normalizePostalCode(typed)).toBe(stored);
  expect(PostalCode.parse(typed)).toBe(stored);
});

test.each(['M5V 1J', 'D5V 2T6', 'M5O 2T6', '1420', '142011', 'W1A 1AA', ''])(
  '%j is not a postal code',
  (typed) => {
    expect(countryOfPostalCode(typed)).toBeUndefined();
    expect(PostalCode.safeParse(typed).error?.issues[0]?.message).toBe('postalCodeInvalid');
  },
);

test('the country of a postal code follows from its pattern', () => {
  expect(countryOfPostalCode('k1a0b1')).toBe('CA');
  expect(countryOfPostalCode('98101')).toBe('US');
});

test('the province of a Canadian postal code follows from its first letter', () => {
  expect(provinceOfPostalCode('J8X 1A1')).toBe('QC');
  expect(provinceOfPostalCode('X0A 0H0')).toBe('NT');
  expect(provinceOfPostalCode('14201')).toBeUndefined();
});

test('a parcel is sorted by the FSA or the ZIP3', () => {
  expect(sortationPrefix('m5v2t6')).toBe('M5V');
  expect(sortationPrefix('14201-1234')).toBe('142');
});
