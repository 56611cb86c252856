import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** Renderers smooth edges differently, and golden pictures keep few shades. */
const SHADE = 64;
/** Share of dots that may differ: less than a small letter. */
const MOST_OTHERS = 0.0001;
const SHADES_KEPT = 16;

async function dotsOf(picture: Uint8Array | string) {
  const { data, info } = await sharp(picture)
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, size: `${info.width} × ${info.height}` };
}

/**
 * Describes the difference of a PNG from its reviewed file; undefined for none. Writes a missing
 * file: review it and run again. To accept a change, delete the file.
 */
export async function differenceFromGolden(
  png: Uint8Array,
  file: string,
): Promise<string | undefined> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true });
    await sharp(png).png({ compressionLevel: 9, colours: SHADES_KEPT }).toFile(file);
    return `new: look at ${file}`;
  }
  const [now, golden] = await Promise.all([dotsOf(png), dotsOf(file)]);
  if (now.size !== golden.size) return `${now.size} dots in place of ${golden.size}`;
  const isOther = (shade: number, at: number) => Math.abs(shade - (golden.data[at] ?? 0)) > SHADE;
  const others = now.data.filter(isOther).length;
  return others > MOST_OTHERS * now.data.length ? `${others} dots are others` : undefined;
}
