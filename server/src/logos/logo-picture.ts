import sharp from 'sharp';
import type { Picture } from '../drawing/layout-items.ts';

/** The message gives the reason, for the log. */
export class LogoUnusable extends Error {}

/** First bytes of jpg, gif and png (spec 1); nothing else is decoded. */
const SIGNATURES = [
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
];

/** A small file can unfold beyond memory. */
const MOST_PIXELS = 4096 * 4096;

export const LOGO_READING = {
  limitInputPixels: MOST_PIXELS,
  failOn: 'truncated',
  autoOrient: true,
} as const;

/** Pixels; larger pictures are shrunk before trimming. */
const LARGEST_SIDE = 2400;

/** Pixels on a label at 300 dpi. */
const ROOM = { width: 600, height: 240 };

/** Prints as white; also the tolerance of a margin. */
const NEARLY_WHITE = 16;

/** Prints as black, even a little lighter, as in a jpg. */
const DARK = 36;

const LONGEST_WORK = { seconds: 3 };

/** Share of dark pixels of a plain card; letters leave more white. */
const PLAIN = 0.9;

const isWhite = (gray: number) => gray > 255 - NEARLY_WHITE;

const isBlank = (grays: Buffer) => grays.every(isWhite);

const isPlain = (grays: Buffer) => grays.filter((gray) => gray < 128).length > PLAIN * grays.length;

/** The first frame in gray, trimmed and small: on white, or its negative on black. */
async function inGray(file: Buffer, ground: 'white' | 'black') {
  const { data, info } = await sharp(file, LOGO_READING)
    .timeout(LONGEST_WORK)
    .flatten({ background: ground })
    .negate(ground === 'black')
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .timeout(LONGEST_WORK)
    .trim({ background: 'white', threshold: NEARLY_WHITE })
    .resize({ ...ROOM, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Inverts white logos on a transparent ground. Throws `LogoUnusable` when nothing shows. */
async function graysOf(file: Buffer) {
  const positive = await inGray(file, 'white');
  if (!isBlank(positive.data)) return positive;
  const negative = await inGray(file, 'black');
  if (isBlank(negative.data) || isPlain(negative.data)) throw new LogoUnusable('it is blank');
  return negative;
}

/** Darkens grays to `DARK`: printers have black only, and yellow would vanish. */
function darkening(grays: Buffer): readonly [number, number] {
  const marks = grays.filter((gray) => !isWhite(gray)).toSorted();
  // The darkest may be specks, as around edges in a jpg.
  const darkest = marks[Math.floor(marks.length / 100)] ?? 0;
  if (darkest <= DARK) return [1, 0];
  const factor = (255 - DARK) / (256 - NEARLY_WHITE - darkest);
  return [factor, DARK - darkest * factor];
}

/** First frame in black and gray, trimmed, as a small PNG. Throws `LogoUnusable`. */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  if (!SIGNATURES.some((signature) => file.subarray(0, signature.length).equals(signature))) {
    throw new LogoUnusable('it is not a jpg, gif or png');
  }
  try {
    const { data, info } = await graysOf(file);
    return await sharp(data, { raw: info })
      .timeout(LONGEST_WORK)
      .linear(...darkening(data))
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    if (error instanceof LogoUnusable) throw error;
    throw new LogoUnusable('it cannot be drawn', { cause: error });
  }
}

/** Reads what `drawLogo` made. */
export async function readLogo(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, gray: data };
}
