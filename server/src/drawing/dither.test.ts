import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dither } from './dither.ts';
import type { Picture } from './layout-items.ts';

const shaded = (shade: number, width: number, height: number): Picture => ({
  width,
  height,
  gray: new Uint8Array(width * height).fill(shade),
});

/** How much of a picture's dots are black, from 0 to 1. */
function blackness(picture: Picture, width: number, height: number): number {
  const ones = dither(picture, width, height).bytes.reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
    0,
  );
  return ones / (width * height);
}

describe('a picture in black and white dots', () => {
  it('is white where it is nearly white and black where it is nearly black', () => {
    expect(blackness(shaded(250, 10, 10), 80, 80)).toBe(0);
    expect(blackness(shaded(30, 10, 10), 80, 80)).toBe(1);
  });

  it('has as many black dots as its shade is dark, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 200 }), (side) => {
        expect(blackness(shaded(144, 64, 64), side, side)).toBeCloseTo(0.5, 1);
      }),
      { numRuns: 20 },
    );
  });

  it('is darker the darker its shade', () => {
    const shares = [80, 110, 140, 170, 200].map((shade) => blackness(shaded(shade, 9, 9), 64, 64));
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    expect(new Set(shares)).toHaveLength(5);
  });

  it('keeps lines that are thinner than a dot of the printer when it is made smaller', () => {
    const picture = shaded(255, 100, 100);
    for (let y = 0; y < 100; y += 1) picture.gray[y * 100 + 50] = 0;
    expect(blackness(picture, 25, 25)).toBeGreaterThan(0);
  });
});
