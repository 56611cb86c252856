import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dither, type Bitmap, rasterize } from './bitmap.ts';
import type { Picture } from './layout-items.ts';
import type { Point } from './wide-font.ts';

const WIDTH = 20;
const HEIGHT = 12;
const ASCENT = 8;

const isBlack = ({ bytes, bytesPerRow }: Bitmap, x: number, y: number) =>
  (((bytes[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;

const sideOf = (from: Point, to: Point, { x, y }: Point) =>
  (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);

const edgesOf = (contour: readonly Point[]) =>
  contour.map((to, index) => ({ from: contour.at(index - 1) ?? to, to }));

function windingAround(contours: readonly (readonly Point[])[], point: Point): number | undefined {
  let winding = 0;
  for (const { from, to } of contours.flatMap(edgesOf)) {
    if (from.y <= point.y === to.y <= point.y) continue;
    const side = sideOf(from, to, point);
    if (Math.abs(side) < 1e-9) return undefined;
    if (to.y > from.y && side > 0) winding += 1;
    if (to.y < from.y && side < 0) winding -= 1;
  }
  return winding;
}

/** Positions in and far around the bitmap, often collinear, never mid-row. */
const place = (least: number, most: number) =>
  fc.integer({ min: 3 * least, max: 3 * most }).map((third) => third / 3);
const contour = fc.array(
  fc.record({ x: place(-15, WIDTH + 15), y: place(-ASCENT - 10, HEIGHT - ASCENT + 10) }),
  { maxLength: 7 },
);

test('a dot is black where its middle is inside the outline', () => {
  fc.assert(
    fc.property(fc.array(contour, { maxLength: 3 }), (contours) => {
      const bitmap = rasterize({ width: WIDTH, contours }, ASCENT, HEIGHT);
      const bytesPerRow = 3;
      expect(bitmap).toMatchObject({ width: WIDTH, height: HEIGHT, bytesPerRow });
      for (let y = 0; y < HEIGHT; y += 1) {
        for (let x = 0; x < 8 * bytesPerRow; x += 1) {
          const winding = windingAround(contours, { x: x + 0.5, y: y + 0.5 - ASCENT });
          if (winding === undefined) continue;
          expect(isBlack(bitmap, x, y), `dot ${x}, ${y}`).toBe(x < WIDTH && winding !== 0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

const shaded = (shade: number, width: number, height: number): Picture => ({
  width,
  height,
  gray: new Uint8Array(width * height).fill(shade),
});

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

  it('has black dots in proportion to its shade, at any size', () => {
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
