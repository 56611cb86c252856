import sharp from 'sharp';
import type { PHOTO_MEDIA_TYPES } from '@portage/contract/orders/photos';
import { MOST_MEGAPIXELS } from '@portage/contract/orders/carrier';
import { ApiError } from '../api-error.ts';
import { turns } from '../threads/take-turns.ts';

/** What a photo may be. */
export type PhotoMediaType = (typeof PHOTO_MEDIA_TYPES)[number];

/** The formats of photos, with what their files begin with. Nothing else is decoded. */
const FORMATS = [
  { format: 'jpeg', mediaType: 'image/jpeg', signatures: ['\xff\xd8\xff'] },
  { format: 'png', mediaType: 'image/png', signatures: ['\x89PNG\r\n\x1a\n'] },
  { format: 'gif', mediaType: 'image/gif', signatures: ['GIF87a', 'GIF89a'] },
] as const;

/** The longest side that is kept, in pixels: more than any screen shows. */
const LONGEST_SIDE = 4096;

/** How long a picture may take, in seconds; the largest takes half a second of a core that is free. */
const LONGEST_WORK = { seconds: 10 };

/** Decoding takes a core and up to 200 MB a picture, so few are decoded at once; others wait. */
const takeTurn = turns({ atOnce: 2, mostWaiting: 50 });

/**
 * The picture in an uploaded file, encoded anew, and of what kind it is, by its content alone. Only its
 * pixels remain, upright: not where it was taken (the recipient's home), and nothing else that a file
 * may hide. The work is done off the main thread. Throws `photo_unsupported` for anything that is not a
 * whole picture of up to 50 megapixels, and `busy` when too many pictures are waiting.
 */
export async function cleanPicture(
  file: Uint8Array,
): Promise<{ mediaType: PhotoMediaType; picture: Buffer }> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const found = FORMATS.find(({ signatures }) =>
    signatures.some((start) => bytes.indexOf(start, 0, 'latin1') === 0),
  );
  if (!found) throw new ApiError('photo_unsupported');
  const picture = await takeTurn(() =>
    encodeAnew(bytes, found.format).catch((error: unknown) => {
      const isSlow = error instanceof Error && error.message.startsWith('timeout');
      throw new ApiError(isSlow ? 'busy' : 'photo_unsupported');
    }),
  );
  return { mediaType: found.mediaType, picture };
}

const encodeAnew = (bytes: Buffer, format: (typeof FORMATS)[number]['format']) =>
  sharp(bytes, {
    limitInputPixels: MOST_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    autoOrient: true,
    sequentialRead: true,
  })
    .timeout(LONGEST_WORK)
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toFormat(format, format === 'jpeg' ? { quality: 85 } : {})
    .toBuffer();
