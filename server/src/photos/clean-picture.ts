import type { PHOTO_MEDIA_TYPES } from '@portage/contract/photos';
import { ApiError } from '../api-error.ts';
import { cleanGif } from './clean-gif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';

/** What a photo may be. */
export type PhotoMediaType = (typeof PHOTO_MEDIA_TYPES)[number];

const cleaners: Readonly<Record<PhotoMediaType, (bytes: Buffer) => Buffer | undefined>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/gif': cleanGif,
};

/** What a cleaner makes of bytes; undefined also for those of a picture that is not whole. */
function attempt(clean: (bytes: Buffer) => Buffer | undefined, bytes: Buffer): Buffer | undefined {
  try {
    return clean(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The picture in an uploaded file, and of what kind it is, by its content alone. Only what is needed
 * to show it remains: not where it was taken (the recipient's home), and nothing else that a file
 * may hide. Raises `photo_unsupported` for anything that is not a whole picture.
 */
export function cleanPicture(file: Uint8Array): { mediaType: PhotoMediaType; picture: Buffer } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (const [mediaType, clean] of Object.entries(cleaners)) {
    const picture = attempt(clean, bytes);
    if (picture) return { mediaType: mediaType as PhotoMediaType, picture };
  }
  throw new ApiError('photo_unsupported');
}
