import sharp from 'sharp';
import type { Picture } from '../drawing/layout-items.ts';

/** Raised where an address leads to no logo that can be printed; the message says why, for the log. */
export class LogoUnusable extends Error {}

/** First bytes of accepted files (spec 1: jpg, gif or png). Nothing else is decoded. */
const SIGNATURES = [
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
];

/** The most pixels of a picture: a small file can unfold to more than fits into memory. */
const MOST_PIXELS = 4096 * 4096;

/** In which a logo is looked for, in pixels: what is larger is drawn smaller first. */
const LARGEST_SIDE = 2400;

/** Room for a logo on a label at 300 dpi, in pixels. */
const ROOM = { width: 600, height: 240 };

/** Darkest gray that paper shows as white; also the tolerance of a margin. */
const NEARLY_WHITE = 16;

/** A gray that label printers print as black, and so do they where a jpg has it a little lighter. */
const DARK = 36;

/** Limit for decoding a picture. */
const LONGEST_WORK = { seconds: 3 };

/** Share of dark pixels from which a logo is a plain card; letters leave more white. */
const PLAIN = 0.9;

/** Tells a gray that paper shows as white. */
const isWhite = (gray: number) => gray > 255 - NEARLY_WHITE;

/** Tells a picture in which paper shows nothing. */
const isBlank = (grays: Buffer) => grays.every(isWhite);

/** Tells a picture that is one dark plane, with nothing on it. */
const isPlain = (grays: Buffer) => grays.filter((gray) => gray < 128).length > PLAIN * grays.length;

/** The first frame of a file in gray, without empty margins: on white paper, or its negative on black. */
async function inGray(file: Buffer, ground: 'white' | 'black') {
  const { data, info } = await sharp(file, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
    autoOrient: true,
  })
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
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/**
 * The grays of a logo. One that is white on a transparent ground, made for dark pages, would leave
 * nothing on paper: it is black there, unless it is but a card. Throws `LogoUnusable` when there is
 * nothing either way.
 */
async function graysOf(file: Buffer) {
  const positive = await inGray(file, 'white');
  if (!isBlank(positive.data)) return positive;
  const negative = await inGray(file, 'black');
  if (isBlank(negative.data) || isPlain(negative.data)) throw new LogoUnusable('it is blank');
  return negative;
}

/**
 * Returns factor and offset that map the darkest grays to `DARK` and keep paper white. Label
 * printers have black only: yellow on white would print nothing, red a loose pattern.
 */
function darkening(grays: Buffer): readonly [number, number] {
  const marks = grays.filter((gray) => !isWhite(gray)).toSorted();
  // The very darkest may be specks, as a jpg has them about edges.
  const darkest = marks[Math.floor(marks.length / 100)] ?? 0;
  if (darkest <= DARK) return [1, 0];
  const factor = (255 - DARK) / (256 - NEARLY_WHITE - darkest);
  return [factor, DARK - darkest * factor];
}

/**
 * The logo in a file as labels print it: the first frame in black and gray on white, without empty
 * margins, no larger than they have room for; a PNG of a few kilobytes. Throws `LogoUnusable`.
 */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  if (!SIGNATURES.some((signature) => file.subarray(0, signature.length).equals(signature))) {
    throw new LogoUnusable('it is not a jpg, gif or png');
  }
  try {
    const { data, info } = await graysOf(file);
    const { width, height, channels } = info;
    const small = await sharp(data, { raw: { width, height, channels } })
      .timeout(LONGEST_WORK)
      .resize({ ...ROOM, fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return await sharp(small.data, { raw: small.info })
      .timeout(LONGEST_WORK)
      .linear(...darkening(small.data))
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    if (error instanceof LogoUnusable) throw error;
    throw new LogoUnusable('it cannot be drawn', { cause: error });
  }
}

/** The picture in what `drawLogo` made. */
export async function readLogo(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, gray: data };
}
