import { expect, test } from 'vitest';
import { wrapReference } from './order-table.ts';

test('a reference of 15 characters stands on one line', () => {
  expect(wrapReference('MP-2025-0001234')).toEqual(['MP-2025-0001234']);
});

test('a longer reference is wrapped every 15 characters and loses none', () => {
  const lines = wrapReference('3f2b8c9e-77aa-4d1e-9b1c-0c5a3e6f1d42');
  expect(lines).toEqual(['3f2b8c9e-77aa-4', 'd1e-9b1c-0c5a3e', '6f1d42']);
});

test('a surrogate pair is not split', () => {
  expect(wrapReference(`${'a'.repeat(14)}🍁b`)).toEqual([`${'a'.repeat(14)}🍁`, 'b']);
});

test('an empty reference has no lines', () => {
  expect(wrapReference('')).toEqual([]);
});
