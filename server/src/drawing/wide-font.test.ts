import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rasterize } from './rasterize.ts';
import { ASCENT, widthInEms } from './text-metrics.ts';
import { outlineOf } from './wide-font.ts';

const WORDS = [
  'Nguyễn',
  'Thị',
  'Шевченко',
  'Ελένη',
  'שלום',
  'مرحبا',
  'بالعالم',
  'Kowalczyk-Żak',
  '12',
];
const anyLine = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
const anyWeight = fc.constantFrom('regular' as const, 'bold' as const);

describe('text drawn as shapes', () => {
  it('is never wider than it was measured', () => {
    fc.assert(
      fc.property(anyLine, anyWeight, (words, weight) => {
        const line = words.join(' ');
        const measured = widthInEms(line, { weight, resident: false }) * 40;
        expect(outlineOf(line, weight, 40).width).toBeLessThanOrEqual(measured + 1e-6);
      }),
    );
  });

  it('stays below the ascent, doubly accented capitals too', () => {
    const { contours } = outlineOf('ẾỄẬÅ', 'bold', 100);
    const top = Math.min(...contours.flat().map((point) => point.y));
    expect(-top).toBeLessThanOrEqual(ASCENT * 100);
  });

  it('becomes dots where the middle of a dot is inside', () => {
    const square = [
      { x: 1.4, y: -2.6 },
      { x: 4.4, y: -2.6 },
      { x: 4.4, y: 0.4 },
      { x: 1.4, y: 0.4 },
    ];
    const bitmap = rasterize({ width: 9, contours: [square] }, 3, 5);
    expect(bitmap).toMatchObject({ width: 9, height: 5, bytesPerRow: 2 });
    const row = [0b0111_0000, 0];
    expect([...bitmap.bytes]).toEqual([...row, ...row, ...row, 0, 0, 0, 0]);
  });

  it('leaves the inside of a letter white', () => {
    const outer = [
      { x: 0, y: -4 },
      { x: 4, y: -4 },
      { x: 4, y: 0 },
      { x: 0, y: 0 },
    ];
    const inner = [
      { x: 1, y: -3 },
      { x: 1, y: -1 },
      { x: 3, y: -1 },
      { x: 3, y: -3 },
    ];
    const { bytes } = rasterize({ width: 4, contours: [outer, inner] }, 4, 4);
    expect([...bytes]).toEqual([0b1111_0000, 0b1001_0000, 0b1001_0000, 0b1111_0000]);
  });
});
