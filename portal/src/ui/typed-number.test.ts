import { expect, test } from 'vitest';
import { numberCharacters, readNumber, stepNumber } from './typed-number.ts';

test('a decimal comma and a decimal point mean the same', () => {
  expect(['2.5', '2,5', ' 2,50 ', ',5', '3.', '12', '0,125', '1.234'].map(readNumber)).toEqual([
    2.5, 2.5, 2.5, 0.5, 3, 12, 0.125, 1.234,
  ]);
});

test('a text that is not exactly one number is none', () => {
  for (const typed of [
    '',
    'abc',
    '1,000.5',
    '1 000',
    '1,234',
    '12,345',
    '2,5,1',
    '1e3',
    '0x10',
    '--1',
  ]) {
    expect(readNumber(typed)).toBeNaN();
  }
});

test('a weight steps by a tenth without rounding errors, and not below 0', () => {
  expect(stepNumber('0.2', 0.1, '.')).toBe('0.3');
  expect(stepNumber('2,5', 0.1, ',')).toBe('2,6');
  expect(stepNumber('', 0.1, '.')).toBe('0.1');
  expect(stepNumber('0,05', -0.1, ',')).toBe('0');
});

test('a number field takes no letters, and changes no typed number', () => {
  expect(numberCharacters('2x')).toBe('2');
  expect(numberCharacters('2,5 kg')).toBe('2,5');
  expect(numberCharacters('-1')).toBe('-1');
  expect(numberCharacters('1e9')).toBe('1e9');
});
