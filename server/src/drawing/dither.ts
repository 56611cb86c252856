import { blacken, whiteBitmap, type Bitmap } from './bitmap.ts';
import type { Box, Picture } from './layout-items.ts';

/** Shades darker or lighter than these print as black or white: no specks in type or on paper. */
const BLACK_BELOW = 72;
const WHITE_ABOVE = 216;
const MIDDLE = 127.5;

/** The mean shade of a part of a picture; pixels on its edge count as far as they lie inside. */
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

/**
 * Draws a picture as black and white dots of a size, shades as a pattern of both: what each dot is
 * too dark or too light is made up for by the dots beside and below it (Floyd and Steinberg).
 */
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
