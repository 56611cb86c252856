import { expect, test } from 'vitest';
import { nextRow, wrapReference } from './order-table.ts';

test('arrow keys move one row and stop at both ends', () => {
  expect(nextRow('ArrowDown', 3, 100)).toBe(4);
  expect(nextRow('ArrowUp', 3, 100)).toBe(2);
  expect(nextRow('ArrowUp', 0, 100)).toBe(0);
  expect(nextRow('ArrowDown', 99, 100)).toBe(99);
});

test('Page Down stops at the last loaded row', () => {
  expect(nextRow('PageDown', 5, 100)).toBe(15);
  expect(nextRow('PageDown', 95, 100)).toBe(99);
});

test('Home and End reach the first and the last loaded row', () => {
  expect(nextRow('Home', 57, 100)).toBe(0);
  expect(nextRow('End', 57, 100)).toBe(99);
});

test('other keys do not move', () => {
  expect(nextRow('Tab', 5, 100)).toBeUndefined();
});

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
