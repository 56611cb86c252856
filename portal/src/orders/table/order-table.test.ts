import { expect, test } from 'vitest';
import { nextRow, wrapReference } from './order-table.ts';

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 5, 15],
  ['PageDown', 95, 99],
  ['Home', 57, 0],
  ['End', 57, 99],
  ['Tab', 5, undefined],
])('of a hundred loaded rows, %s leads from %i to %j', (key, from, to) => {
  expect(nextRow(key, from, 100)).toBe(to);
});

test.each([
  ['MP-2025-0001234', ['MP-2025-0001234']],
  ['3f2b8c9e-77aa-4d1e-9b1c-0c5a3e6f1d42', ['3f2b8c9e-77aa-4', 'd1e-9b1c-0c5a3e', '6f1d42']],
  // A surrogate pair is not split.
  [`${'a'.repeat(14)}🍁b`, [`${'a'.repeat(14)}🍁`, 'b']],
  ['', []],
])('the reference %j is wrapped every 15 characters', (reference, lines) => {
  expect(wrapReference(reference)).toEqual(lines);
});
