import type { Bitmap } from '../drawing/bitmap.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { rasterize } from '../drawing/rasterize.ts';
import { outlineOf } from '../drawing/wide-font.ts';

const BLACK = 0;
const WHITE = 255;

const isBlack = ({ bytesPerRow, bytes }: Bitmap, x: number, y: number) =>
  ((bytes[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

function pictureOf(width: number, height: number, shadeAt: (x: number, y: number) => number) {
  const gray = Uint8Array.from({ length: width * height }, (_, at) =>
    shadeAt(at % width, Math.floor(at / width)),
  );
  return { width, height, gray };
}

/** A square logo: a tree in a ring, shaded from dark to light. */
export const squareLogo: Picture = pictureOf(240, 240, (x, y) => {
  const fromMiddle = Math.hypot(x - 119.5, y - 119.5);
  if (fromMiddle > 119) return WHITE;
  if (fromMiddle > 108) return BLACK;
  const isTree = y > 36 && y < 170 && Math.abs(x - 119.5) < ((y - 36) % 67) * 0.9 + 8;
  const isTrunk = y >= 170 && y < 206 && Math.abs(x - 119.5) < 11;
  if (isTrunk) return BLACK;
  return isTree ? 40 + (y - 36) : WHITE;
});

/** A wide logo: the name of a merchant as shapes. */
export function wordLogo(name: string): Picture {
  const size = 96;
  const word = rasterize(outlineOf(name, 'bold', size), size, Math.ceil(size * 1.25));
  return pictureOf(word.width, word.height, (x, y) => (isBlack(word, x, y) ? BLACK : WHITE));
}
