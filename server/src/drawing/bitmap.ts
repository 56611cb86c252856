import type { Box, Picture } from './layout-items.ts';
import type { Point, TextOutline } from './wide-font.ts';

/** Prints further shades as solid black or white, to avoid specks. */
const BLACK_BELOW = 72;
const WHITE_ABOVE = 216;
const MIDDLE = 127.5;

/** Weights edge pixels by their covered share. */
function meanShade({ width, height, gray }: Picture, part: Box): number {
  const right = Math.min(width, part.x + part.width);
  const bottom = Math.min(height, part.y + part.height);
  let sum = 0;
  let area = 0;
  for (let y = Math.floor(part.y); y < bottom; y += 1) {
    const rows = Math.min(bottom, y + 1) - Math.max(part.y, y);
    for (let x = Math.floor(part.x); x < right; x += 1) {
      const share = rows * (Math.min(right, x + 1) - Math.max(part.x, x));
      sum += share * (gray[y * width + x] ?? 255);
      area += share;
    }
  }
  return area === 0 ? 255 : sum / area;
}

function withContrast(shade: number): number {
  const stretched = ((shade - BLACK_BELOW) / (WHITE_ABOVE - BLACK_BELOW)) * 255;
  return Math.min(255, Math.max(0, stretched));
}

/** Dithers to black and white (Floyd–Steinberg). */
export function dither(picture: Picture, width: number, height: number): Bitmap {
  const bitmap = whiteBitmap(width, height);
  const [across, down] = [picture.width / width, picture.height / height];
  let owed = new Float32Array(width + 2);
  for (let y = 0; y < height; y += 1) {
    const owedBelow = new Float32Array(width + 2);
    let owedBeside = 0;
    for (let x = 0; x < width; x += 1) {
      const part = { x: x * across, y: y * down, width: across, height: down };
      const shade = withContrast(meanShade(picture, part)) + owedBeside + (owed[x + 1] ?? 0);
      const isBlack = shade < MIDDLE;
      if (isBlack) blacken(bitmap, x, y);
      const rest = (isBlack ? shade : shade - 255) / 16;
      owedBeside = rest * 7;
      owedBelow[x] = (owedBelow[x] ?? 0) + rest * 3;
      owedBelow[x + 1] = (owedBelow[x + 1] ?? 0) + rest * 5;
      owedBelow[x + 2] = (owedBelow[x + 2] ?? 0) + rest;
    }
    owed = owedBelow;
  }
  return bitmap;
}

/** Changes of the winding number from dot to dot, row by row; one extra column. */
interface Windings {
  readonly width: number;
  readonly height: number;
  readonly steps: Int16Array;
}

/** Returns the first dot whose centre lies right of a position. */
const firstDotAfter = (x: number, width: number) =>
  Math.min(width, Math.max(0, Math.ceil(x - 0.5)));

/** Records where an edge crosses the centres of rows: up is 1, down is -1. */
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

/** Blackens dots whose centre is inside. The baseline lies `ascent` dots below the top. */
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

/** `bytesPerRow` bytes a row, the leftmost dot in the highest bit. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bytes: Uint8Array;
}

function whiteBitmap(width: number, height: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  return { width, height, bytesPerRow, bytes: new Uint8Array(bytesPerRow * height) };
}

function blacken({ bytesPerRow, bytes }: Bitmap, x: number, y: number): void {
  const at = y * bytesPerRow + (x >> 3);
  bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
}

/** Blackens a row between two positions, the second exclusive. */
function blackenSpan({ bytesPerRow, bytes }: Bitmap, y: number, from: number, to: number) {
  if (from >= to) return;
  const row = y * bytesPerRow;
  const [first, last] = [row + (from >> 3), row + ((to - 1) >> 3)];
  const [head, tail] = [0xff >> (from & 7), (0xff << (7 - ((to - 1) & 7))) & 0xff];
  if (first === last) {
    bytes[first] = (bytes[first] ?? 0) | (head & tail);
    return;
  }
  bytes[first] = (bytes[first] ?? 0) | head;
  for (let at = first + 1; at < last; at += 1) bytes[at] = 0xff;
  bytes[last] = (bytes[last] ?? 0) | tail;
}
