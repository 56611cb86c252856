import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bitmap } from './bitmap.ts';
import { rasterize } from './rasterize.ts';
import type { Point } from './wide-font.ts';

const WIDTH = 20;
const HEIGHT = 12;
const ASCENT = 8;

const isBlack = ({ bytes, bytesPerRow }: Bitmap, x: number, y: number) =>
  (((bytes[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;

/** On which side of an edge a point lies: 0 on it. */
const sideOf = (from: Point, to: Point, { x, y }: Point) =>
  (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);

/** The edges of a contour, the one that closes it included. */
const edgesOf = (contour: readonly Point[]) =>
  contour.map((to, index) => ({ from: contour.at(index - 1) ?? to, to }));

/** How often contours go around a point; undefined where one passes through its very place. */
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

/** Places in and far around the bitmap, many of them on one line with others; none on the middle of a row. */
const place = (least: number, most: number) =>
  fc.integer({ min: 3 * least, max: 3 * most }).map((third) => third / 3);
const contour = fc.array(
  fc.record({ x: place(-15, WIDTH + 15), y: place(-ASCENT - 10, HEIGHT - ASCENT + 10) }),
  { maxLength: 7 },
);

test('a dot is black where its middle is inside of the outline, wherever its edges go', () => {
  fc.assert(
    fc.property(fc.array(contour, { maxLength: 3 }), (contours) => {
      const bitmap = rasterize({ width: WIDTH, contours }, ASCENT, HEIGHT);
      for (let y = 0; y < HEIGHT; y += 1) {
        for (let x = 0; x < WIDTH; x += 1) {
          const winding = windingAround(contours, { x: x + 0.5, y: y + 0.5 - ASCENT });
          if (winding === undefined) continue;
          expect(isBlack(bitmap, x, y), `dot ${x}, ${y}`).toBe(winding !== 0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('an outline without points leaves no dot', () => {
  const { bytes } = rasterize({ width: WIDTH, contours: [[]] }, ASCENT, HEIGHT);
  expect(bytes.every((byte) => byte === 0)).toBe(true);
});
