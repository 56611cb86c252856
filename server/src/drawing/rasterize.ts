import { blackenSpan, whiteBitmap, type Bitmap } from './bitmap.ts';
import type { Point, TextOutline } from './wide-font.ts';

/** Where an edge crosses the middle of a row of dots, and whether it goes down (1) or up (-1). */
interface Crossing {
  readonly x: number;
  readonly winding: 1 | -1;
}

/** Notes for each row the crossings of the edge between two points. */
function addEdge(rows: readonly Crossing[][], from: Point, to: Point): void {
  const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
  const first = Math.max(0, Math.ceil(upper.y - 0.5));
  for (let row = first; row < rows.length && row + 0.5 < lower.y; row += 1) {
    const along = (row + 0.5 - upper.y) / (lower.y - upper.y);
    const x = upper.x + along * (lower.x - upper.x);
    rows[row]?.push({ x, winding: upper === from ? 1 : -1 });
  }
}

/** Calls `span` with the first dot inside and the first dot after it, for each stretch of a row. */
function forEachSpan(crossings: Crossing[], span: (from: number, to: number) => void): void {
  let winding = 0;
  let start = 0;
  for (const crossing of crossings.sort((one, other) => one.x - other.x)) {
    if (winding === 0) start = crossing.x;
    winding += crossing.winding;
    if (winding === 0) span(Math.ceil(start - 0.5), Math.ceil(crossing.x - 0.5));
  }
}

/**
 * Draws the outline of a line of text as dots: black where the middle of the dot is inside. The top
 * left corner lies `ascent` dots above the start of the baseline.
 */
export function rasterize(outline: TextOutline, ascent: number, height: number): Bitmap {
  const width = Math.ceil(outline.width);
  const bitmap = whiteBitmap(width, height);
  const rows: Crossing[][] = Array.from({ length: height }, () => []);
  for (const contour of outline.contours) {
    contour.forEach((point, index) => {
      const next = contour[(index + 1) % contour.length] ?? point;
      addEdge(rows, { x: point.x, y: point.y + ascent }, { x: next.x, y: next.y + ascent });
    });
  }
  rows.forEach((crossings, row) => {
    forEachSpan(crossings, (from, to) => {
      blackenSpan(bitmap, row, Math.max(0, from), Math.min(to, width));
    });
  });
  return bitmap;
}
