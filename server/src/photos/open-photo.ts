import type { Deps } from '../deps.ts';
import { FileContent } from '../http/file-content.ts';
import { ApiError } from '../api-error.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { readPhotoLink } from './photo-link.ts';
import { findPhotoType, type PhotoReference } from './photo-queries.ts';

/** A picture is shown and never run, wherever its address is opened. */
const SHOWN_ONLY = {
  'content-disposition': 'inline',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * A photo of an order of the merchant. Throws `photo_not_found`, also where its picture is missing, and
 * `photos_unavailable`.
 */
export async function getPhoto(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  photo: PhotoReference,
  headers: Readonly<Record<string, string>> = { 'cache-control': 'no-store' },
): Promise<FileContent> {
  const mediaType = await findPhotoType(db, photo);
  const picture = mediaType === undefined ? undefined : await photos.get(photo.photoId);
  if (mediaType === undefined || !picture) throw new ApiError('photo_not_found');
  return new FileContent(mediaType, picture, { ...SHOWN_ONLY, ...headers });
}

/**
 * The photo that a link opens, to be kept by the browser no longer than the link works. Pages of other
 * hosts may show it, such as a portal or tracking site apart from the API. Throws `photo_not_found` for
 * every link that is not in force, and `photos_unavailable`.
 */
export async function openPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'photos' | 'secrets'>,
  link: string,
): Promise<FileContent> {
  const now = deps.clock.now();
  const photo = readPhotoLink(await getSecret(deps, 'photo-links'), link, now);
  if (!photo) throw new ApiError('photo_not_found');
  const seconds = Math.floor((photo.expiresAt - now) / 1000);
  return getPhoto(deps, photo, {
    'cache-control': `private, max-age=${seconds}`,
    'cross-origin-resource-policy': 'cross-origin',
  });
}
