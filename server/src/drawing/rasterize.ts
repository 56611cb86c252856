import { blackenSpan, whiteBitmap, type Bitmap } from './bitmap.ts';
import type { Point, TextOutline } from './wide-font.ts';

/**
 * By how much the winding of an outline differs between a dot and the one at its left, row after row;
 * a row has a place more than dots, for what begins right of them.
 */
interface Windings {
  readonly width: number;
  readonly height: number;
  readonly steps: Int16Array;
}

/** The first dot whose middle lies right of a place, of those there are. */
const firstDotAfter = (x: number, width: number) =>
  Math.min(width, Math.max(0, Math.ceil(x - 0.5)));

/** Notes where the edge between two points crosses the middles of rows: up is 1, down is -1. */
function addEdge({ width, height, steps }: Windings, from: Point, to: Point, ascent: number): void {
  const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
  const top = upper.y + ascent;
  const bottom = Math.min(height, lower.y + ascent);
  const slope = (lower.x - upper.x) / (lower.y - upper.y);
  const winding = upper === from ? 1 : -1;
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row + 0.5 < bottom; row += 1) {
    const x = upper.x + (row + 0.5 - top) * slope;
    const at = row * (width + 1) + firstDotAfter(x, width);
    steps[at] = (steps[at] ?? 0) + winding;
  }
}

/** Blackens the stretches of a row that are inside. */
function drawRow({ width, steps }: Windings, row: number, bitmap: Bitmap): void {
  const first = row * (width + 1);
  let winding = 0;
  let start = 0;
  for (let dot = 0; dot <= width; dot += 1) {
    const step = steps[first + dot] ?? 0;
    if (step === 0) continue;
    if (winding === 0) start = dot;
    winding += step;
    if (winding === 0) blackenSpan(bitmap, row, start, dot);
  }
}

/**
 * Draws the outline of a line of text as dots: black where the middle of the dot is inside. The top
 * left corner lies `ascent` dots above the start of the baseline.
 */
export function rasterize(outline: TextOutline, ascent: number, height: number): Bitmap {
  const width = Math.ceil(outline.width);
  const windings = { width, height, steps: new Int16Array((width + 1) * height) };
  for (const contour of outline.contours) {
    let from = contour.at(-1);
    for (const to of contour) {
      if (from) addEdge(windings, from, to, ascent);
      from = to;
    }
  }
  const bitmap = whiteBitmap(width, height);
  for (let row = 0; row < height; row += 1) drawRow(windings, row, bitmap);
  return bitmap;
}
