import { createHmac } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Order } from '@portage/contract/orders/orders';
import { PHOTO_LINK_LASTS, photoPath, type PhotoLink } from '@portage/contract/orders/photos';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { FileContent } from '../http/file-content.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { isSameText } from '../secrets/is-same-text.ts';
import { listPhotoIds, findPhotoType, type PhotoReference } from './photo-queries.ts';

/** Keep browsers from running a picture as a document. */
const SHOWN_ONLY = {
  'content-disposition': 'inline',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Throws `photo_not_found`, also for a missing picture, or `photos_unavailable`. */
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

/** Cacheable until the link expires. Throws `photo_not_found`, `photos_unavailable`. */
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

/** Three ids of 16 bytes and a timestamp. */
const ID_LENGTH = 16;
const TIMESTAMP_LENGTH = 6;
const EXPIRY_AT = 3 * ID_LENGTH;
const CONTENT_LENGTH = EXPIRY_AT + TIMESTAMP_LENGTH;

interface LinkedPhoto {
  merchantId: string;
  orderId: string;
  photoId: string;
  expiresAt: EpochMillis;
}

/** Content and signature as one path segment. */
function sealed(key: Buffer, content: Buffer): string {
  const seal = createHmac('sha256', key).update(content).digest();
  return Buffer.concat([content, seal]).toString('base64url');
}

/** HMAC-SHA256. */
export function writePhotoLink(key: Buffer, photo: LinkedPhoto): string {
  const { merchantId, orderId, photoId, expiresAt } = photo;
  const expiry = Buffer.alloc(TIMESTAMP_LENGTH);
  expiry.writeUIntBE(expiresAt, 0, TIMESTAMP_LENGTH);
  return sealed(key, Buffer.concat([...[merchantId, orderId, photoId].map(parse), expiry]));
}

/** Undefined when expired or forged. */
export function readPhotoLink(
  key: Buffer,
  link: string,
  now: EpochMillis,
): LinkedPhoto | undefined {
  const content = Buffer.from(link, 'base64url').subarray(0, CONTENT_LENGTH);
  // Compares texts: base64url has several spellings of the same bytes.
  if (!isSameText(sealed(key, content), link)) return undefined;
  const expiresAt = content.readUIntBE(EXPIRY_AT, TIMESTAMP_LENGTH);
  if (expiresAt <= now) return undefined;
  const id = (nth: number) => stringify(content.subarray(nth * ID_LENGTH, (nth + 1) * ID_LENGTH));
  return { merchantId: id(0), orderId: id(1), photoId: id(2), expiresAt };
}

/** Short-lived, without a session, oldest first. */
export async function photoLinks(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { merchantId, id: orderId }: Pick<Order, 'merchantId' | 'id'>,
): Promise<PhotoLink[]> {
  const photoIds = await listPhotoIds(deps.db, merchantId, orderId);
  if (photoIds.length === 0) return [];
  const key = await getSecret(deps, 'photo-links');
  const expiresAt = deps.clock.now() + PHOTO_LINK_LASTS;
  return photoIds.map((photoId) => ({
    path: photoPath(orderId, photoId),
    url: `/photos/${writePhotoLink(key, { merchantId, orderId, photoId, expiresAt })}`,
    expiresAt,
  }));
}
