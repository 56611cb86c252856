import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved, only, rangeOf } from './grid-selection.ts';

const SIZE = { rows: 100, columns: 24, page: 10 };
const press = (key: string, held: { shift?: boolean; control?: boolean } = {}) => ({
  key,
  shift: held.shift ?? false,
  control: held.control ?? false,
});

test.each([
  [press('ArrowDown'), { index: 6, column: 5 }],
  [press('ArrowUp', { control: true }), { index: 0, column: 5 }],
  [press('End'), { index: 5, column: 23 }],
  [press('End', { control: true }), { index: 99, column: 23 }],
  [press('PageDown'), { index: 15, column: 5 }],
])('%j leads to %j', (keys, cursor) => {
  expect(moved(only({ index: 5, column: 5 }), keys, SIZE)).toEqual(only(cursor));
});

test('Shift widens the selection from its anchor', () => {
  const start = only({ index: 5, column: 5 });
  const wider = moved(start, press('ArrowDown', { shift: true }), SIZE) ?? start;
  expect(rangeOf(wider)).toEqual({ top: 5, bottom: 6, left: 5, right: 5 });
});

test('other keys move nothing', () => {
  expect(moved(only({ index: 0, column: 0 }), press('a'), SIZE)).toBeUndefined();
});

test('no keys lead out of the grid', () => {
  const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'Home');
  const strokes = fc.array(fc.record({ key: keys, shift: fc.boolean(), control: fc.boolean() }));
  fc.assert(
    fc.property(strokes, (pressed) => {
      let selection = only({ index: 0, column: 0 });
      for (const stroke of pressed) selection = moved(selection, stroke, SIZE) ?? selection;
      const { top, bottom, left, right } = rangeOf(selection);
      expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
      expect([bottom < SIZE.rows, right < SIZE.columns]).toEqual([true, true]);
    }),
  );
});
