import { expect, test } from 'vitest';
import { nextRow } from './order-table.ts';

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
