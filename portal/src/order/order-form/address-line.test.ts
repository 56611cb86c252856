import { expect, test } from 'vitest';
import { exampleDraft } from '../testing/example-draft.ts';
import { addressLine } from './order-draft.ts';

const withUnit = (unit: string) => addressLine({ ...exampleDraft().originAddress, unit });

test('a unit that is a number leads the street', () => {
  expect(withUnit('12B')).toBe('12B-120 Rue Saint-Paul O, Montréal, QC H2Y\u00a01Z3');
});

test('a unit in words follows the street; a missing one leaves nothing', () => {
  expect(withUnit('Quai 2')).toBe('120 Rue Saint-Paul O, Quai 2, Montréal, QC H2Y\u00a01Z3');
  expect(withUnit('')).toBe('120 Rue Saint-Paul O, Montréal, QC H2Y\u00a01Z3');
});
