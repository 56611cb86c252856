import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provincesOf } from '../addresses/provinces.ts';
import {
  readCountry,
  readPostalCode,
  readProvince,
  readDeliveryService,
  readNumber,
  readPhone,
  readService,
  readText,
  readYesNo,
  readMeasure,
  readSizeUnit,
  readWeightUnit,
} from './import-cells.ts';

describe('a cell', () => {
  test.each([
    ['  Ana  ', { value: 'Ana' }],
    ['\u200bAna', { value: 'Ana' }],
    [null, {}],
    ['   ', {}],
    [12, { value: '12' }],
    [true, { value: 'yes' }],
    [false, { value: 'no' }],
    ['=" 07030 "', { value: '07030', correction: 'textUnwrapped' }],
    ['="07030"', { value: '07030', correction: 'textUnwrapped' }],
    ["'+15145550123", { value: '+15145550123', correction: 'textUnwrapped' }],
    ["'t Hart", { value: "'t Hart" }],
    ['N/A', { correction: 'placeholderCleared' }],
    ['-', { correction: 'placeholderCleared' }],
    ['=HYPERLINK("http://x","y")', { problem: 'formula' }],
    ['=A1+B2', { problem: 'formula' }],
    ['#REF!', { problem: 'spreadsheetError' }],
    ['#SPILL!', { problem: 'spreadsheetError' }],
    ['#CALC!', { problem: 'spreadsheetError' }],
    ['#PROPAGATION!', { problem: 'spreadsheetError' }],
    ['#ref', { problem: 'spreadsheetError' }],
    ['#DIV/0!', { problem: 'spreadsheetError' }],
    ['#N/A', { problem: 'spreadsheetError' }],
    ['#NOM?', { problem: 'spreadsheetError' }],
    ['Err:502', { problem: 'spreadsheetError' }],
    ['#REF-1002', { value: '#REF-1002' }],
    ['#NUMBER 7', { value: '#NUMBER 7' }],
    ['#FRAGILE!', { value: '#FRAGILE!' }],
  ])('%j reads as %j', (cell, reading) => {
    expect(readText(cell)).toEqual(reading);
  });
});

describe('a number', () => {
  test.each([
    ['12', 12, undefined],
    ['0.05', 0.05, undefined],
    ['-1', -1, undefined],
    ['1e9', 1e9, undefined],
    ['1,5', 1.5, 'decimalComma'],
    ['0,125', 0.125, 'decimalComma'],
    ['1 234,5', 1234.5, 'decimalComma'],
    ['1.234,5', 1234.5, 'decimalComma'],
    ['1,234.5', 1234.5, 'numberWritten'],
    ['1 234', 1234, 'numberWritten'],
    ['1’234', 1234, 'numberWritten'],
    ['-.55', -0.55, undefined],
    ['2.5E+01', 25, undefined],
    ['1,2345', 1.2345, 'decimalComma'],
    ['1234,567', 1234.567, 'decimalComma'],
    ['-12,345.67', -12_345.67, 'numberWritten'],
    ['1,234,567.89', 1_234_567.89, 'numberWritten'],
    ['-123,456,789', -123_456_789, 'numberWritten'],
    ['-12.345.678,95', -12_345_678.95, 'decimalComma'],
  ])('%s is %d', (text, value, correction) => {
    expect(readNumber(text)).toEqual({ value, correction });
  });

  test.each(['1,234', '-12,345', '123,456'])('%s is not guessed', (text) => {
    expect(readNumber(text)).toEqual({ problem: 'numberAmbiguous' });
  });

  test.each([
    ...['ten', '1.2.3', '12 kg', '1,2,3', '', '.x', '1,ab3,456', 'ab,123,456'],
    ...['1,234.5', '1,234,567', '1.234,5', '1,234'].flatMap((text) => [`*${text}`, `${text}x`]),
  ])('%j is not a number', (text) => {
    expect(readNumber(text)).toEqual({ problem: 'numberInvalid' });
  });

  test('is the same with a decimal comma', () => {
    fc.assert(
      fc.property(
        fc.integer({ max: 9_999_999 }),
        fc.integer({ min: 1, max: 99 }),
        (whole, cents) => {
          const text = `${whole}.${String(cents).padStart(2, '0')}`;
          expect(readNumber(text.replace('.', ',')).value).toBe(Number(text));
          expect(readNumber(text).value).toBe(Number(text));
        },
      ),
    );
  });
});

test.each([
  ['yes', true],
  ['OUI', true],
  ['o', true],
  ['1', true],
  ['x', true],
  ['vrai', true],
  ['non', false],
  ['No', false],
  ['0', false],
  ['FAUX', false],
])('%s is %s', (text, value) => {
  expect(readYesNo(text).value).toBe(value);
});

test('a value other than yes or no is a problem', () => {
  expect(readYesNo('peut-être')).toEqual({ problem: 'yesNoInvalid' });
});

describe('a phone', () => {
  test.each([
    ['+15145550123', '+15145550123'],
    ['(514) 555-0123', '+15145550123'],
    ['514.555.0123', '+15145550123'],
    ['1-514-555-0123', '+15145550123'],
    ['5145550123.0', '+15145550123'],
    ['+33 1 23 45 67 89', '+33123456789'],
    ['0033 1 23 45 67 89', '+33123456789'],
  ])('%s is %s', (text, phone) => {
    expect(readPhone(text).value).toEqual({ phone });
  });

  test.each([['514 555-0123 ext. 42'], ['514-555-0123 poste 42'], ['5145550123x42']])(
    '%s has an extension',
    (text) => {
      expect(readPhone(text)).toEqual({
        value: { phone: '+15145550123', extension: '42' },
        correction: 'phoneExtensionMoved',
      });
    },
  );

  test('that a spreadsheet rounded cannot be recovered', () => {
    expect(readPhone('5.14555E+09')).toEqual({ problem: 'phoneShortened' });
    expect(readPhone('5,14555E+09')).toEqual({ problem: 'phoneShortened' });
  });

  test.each(['555-0123', 'call me', '514 555-0123 or 514 555-0124'])('%s is a problem', (text) => {
    expect(readPhone(text)).toEqual({ problem: 'phoneInvalid' });
  });
});

describe('a province', () => {
  test.each([
    ['Québec', 'QC'],
    ['quebec', 'QC'],
    ['Que.', 'QC'],
    ['PQ', 'QC'],
    ['Ontario', 'ON'],
    ['Ont', 'ON'],
    ['C.-B.', 'BC'],
    ['Nouveau-Brunswick', 'NB'],
    ['Île-du-Prince-Édouard', 'PE'],
    ['NEW JERSEY', 'NJ'],
    ['Californie', 'CA'],
    ['CA-QC', 'QC'],
    ['US-NY', 'NY'],
    ['on', 'ON'],
  ])('%s is %s', (text, province) => {
    expect(readProvince(text).value).toBe(province);
  });

  test('is found by every name in both languages', () => {
    const named = Object.values(provincesOf).flatMap((names) => Object.entries(names));
    for (const [code, { en, fr }] of named) {
      expect([readProvince(en).value, readProvince(fr).value]).toEqual([code, code]);
    }
  });

  test('that does not exist is a problem', () => {
    expect(readProvince('Bavaria')).toEqual({ problem: 'provinceUnknown' });
  });
});

test.each([
  ['CA', 'CA'],
  ['Canada', 'CA'],
  ['U.S.A.', 'US'],
  ['États-Unis', 'US'],
  ['united states', 'US'],
  ['United States (US)', 'US'],
])('the country %s is %s', (text, country) => {
  expect(readCountry(text).value).toBe(country);
});

describe('a postal code', () => {
  test.each([
    ['m5v3l9', 'ON', 'M5V 3L9', undefined],
    ['M5V-3L9', 'ON', 'M5V 3L9', 'postalCodeWritten'],
    ['H2X IY4', 'QC', 'H2X 1Y4', 'postalCodeWritten'],
    ['M5V 3L9', undefined, 'M5V 3L9', undefined],
    ["'M5V 3L9", 'ON', 'M5V 3L9', 'textUnwrapped'],
    ['7030', 'NJ', '07030', 'zipZeroRestored'],
    ['7030.0', 'NJ', '07030', 'zipZeroRestored'],
    ['2139-4307', 'MA', '02139-4307', 'zipZeroRestored'],
    ['98101', 'WA', '98101', undefined],
    ['98101.0', 'WA', '98101', 'postalCodeWritten'],
    ['981011234', 'WA', '98101-1234', 'postalCodeWritten'],
  ])('%s in %s is %s', (text, province, value, correction) => {
    expect(readPostalCode(text, province)).toEqual({ value, correction });
  });

  test.each([
    ['7030', 'NY'],
    ['7030', undefined],
    ['M5V 1J', 'ON'],
    ['Z1Z 1Z1', 'ON'],
  ])('%s in %s is a problem', (text, province) => {
    expect(readPostalCode(text, province)).toEqual({ problem: 'postalCodeInvalid' });
  });

  test('that lost its zero is always found again', () => {
    const zips = fc.integer({ min: 1001, max: 9999 });
    fc.assert(
      fc.property(zips, fc.constantFrom('NJ', 'MA', 'CT', 'RI', 'NH', 'VT', 'ME'), (zip, state) => {
        expect(readPostalCode(String(zip), state).value).toBe(`0${zip}`);
      }),
    );
  });
});

test('units are read in both languages, and converted when Portage has others', () => {
  expect(readWeightUnit('lb')).toEqual({ value: { code: 'lb', factor: 1 } });
  expect(readWeightUnit('Livres').value).toEqual({ code: 'lb', factor: 1 });
  expect(readWeightUnit('g')).toEqual({
    value: { code: 'kg', factor: 0.001 },
    correction: 'unitConverted',
  });
  expect(readSizeUnit('po').value?.code).toBe('inch');
  expect(readSizeUnit('"').value?.code).toBe('inch');
  expect(readSizeUnit('mm').value).toEqual({ code: 'cm', factor: 0.1 });
  expect(readWeightUnit('stone')).toEqual({ problem: 'weightUnitUnknown' });
  expect(readSizeUnit('kg')).toEqual({ problem: 'sizeUnitUnknown' });
});

test('a measure may include its unit', () => {
  expect(readMeasure('12 lb').value).toEqual({ number: 12, unit: 'lb' });
  expect(readMeasure('1,5kg').value).toEqual({ number: 1.5, unit: 'kg' });
  expect(readMeasure('10"').value).toEqual({ number: 10, unit: '"' });
  expect(readMeasure('12').value).toEqual({ number: 12, unit: undefined });
  expect(readMeasure('heavy')).toEqual({ problem: 'numberInvalid' });
});

test('services are read by code or name', () => {
  expect(readService('NEXTDAY')).toEqual({ value: 'NEXTDAY' });
  expect(readService('next-day')).toEqual({ value: 'NEXTDAY', correction: 'serviceByName' });
  expect(readService('Jour même').value).toBe('SAMEDAY');
  expect(readService('teleport')).toEqual({ problem: 'serviceUnknown' });
  expect(readDeliveryService('À la porte').value).toBe('TO_THE_DOOR');
  expect(readDeliveryService('white glove').value).toBe('WHITE_GLOVE');
});

const readers = [
  readNumber,
  readPhone,
  readYesNo,
  readProvince,
  readCountry,
  readService,
  readDeliveryService,
  readWeightUnit,
  readSizeUnit,
  readMeasure,
  (text: string) => readPostalCode(text, 'NJ'),
];

test('any text is read without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const readings = readers.map((read) => read(text));
      return readings.every(
        ({ value, problem }) => (value === undefined) !== (problem === undefined),
      );
    }),
  );
});

// An ambiguous pattern would take minutes and block the thread.
test('a long cell is a problem at once', { timeout: 10_000 }, () => {
  for (const part of ['1', ',', '1 ', '1,', ' ', 'x', '-']) {
    const problems = readers.map((read) => read(`1${part.repeat(200_000)}!`).problem);
    expect(problems).not.toContain(undefined);
  }
});
