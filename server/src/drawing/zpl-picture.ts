import { dither } from './dither.ts';
import { fitPicture } from './fit-picture.ts';
import type { Box, Picture } from './layout-items.ts';
import { graphic } from './zpl-graphic.ts';

/** Pictures as they were drawn before, by size: a logo is the same on every page that has it. */
const drawn = new WeakMap<Picture, Map<string, string>>();

function graphicOf(picture: Picture, width: number, height: number): string {
  const sizes = drawn.get(picture) ?? new Map<string, string>();
  drawn.set(picture, sizes);
  const size = `${width}×${height}`;
  const command = sizes.get(size) ?? graphic(dither(picture, width, height));
  sizes.set(size, command);
  return command;
}

/** A picture in black and white dots; the box is in dots of the printer. */
export function zplPicture(picture: Picture, box: Box): string {
  const { x, y, width, height } = fitPicture(picture, box);
  const dots = (length: number) => Math.max(1, Math.round(length));
  const command = graphicOf(picture, dots(width), dots(height));
  return `^FO${Math.floor(x)},${Math.floor(y)}${command}^FS`;
}
