import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { MOST_PHOTOS, MOST_MEGAPIXELS } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import type { PHOTO_MEDIA_TYPES } from '@portage/contract/orders/photos';
import { HOUR } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { findTrackedOrders } from '../carrier/find-tracked-orders.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { changeOrders, orderTransaction } from '../orders/change-orders.ts';
import { findOrder } from '../orders/get-order.ts';
import { isRedacted } from '../orders/without-person.ts';
import { turns } from '../threads/take-turns.ts';
import {
  insertPhoto,
  listPhotoIds,
  type PhotoReference,
  deletePhotoRows,
  listPhotosOf,
} from './photo-queries.ts';

/** Deletes pictures before rows, so that an interrupted run can continue. Returns their number. */
export async function erasePhotos(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  merchantId: string,
  most: number,
): Promise<number> {
  const found = await listPhotosOf(db, merchantId, most);
  for (const { id } of found) await photos.delete(id);
  await deletePhotoRows(db, merchantId, found);
  return found.length;
}

export type PhotoMediaType = (typeof PHOTO_MEDIA_TYPES)[number];

/** Lists formats with the first bytes of their files. */
const FORMATS = [
  { format: 'jpeg', mediaType: 'image/jpeg', signatures: ['\xff\xd8\xff'] },
  { format: 'png', mediaType: 'image/png', signatures: ['\x89PNG\r\n\x1a\n'] },
  { format: 'gif', mediaType: 'image/gif', signatures: ['GIF87a', 'GIF89a'] },
] as const;

/** Pixels. */
const LONGEST_SIDE = 4096;

/** The largest picture takes half a second. */
const LONGEST_WORK = { seconds: 10 };

/** Decoding takes up to 200 MB a picture. */
const takeTurn = turns({ atOnce: 2, mostWaiting: 50 });

/** Upright, without metadata, off the main thread. Throws `photo_unsupported`, `busy`. */
export async function cleanPicture(
  file: Uint8Array,
): Promise<{ mediaType: PhotoMediaType; picture: Buffer }> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const found = FORMATS.find(({ signatures }) =>
    signatures.some((start) => bytes.indexOf(start, 0, 'latin1') === 0),
  );
  if (!found) throw new ApiError('photo_unsupported');
  const picture = await takeTurn(() =>
    reencode(bytes, found.format).catch((error: unknown) => {
      const isSlow = error instanceof Error && error.message.startsWith('timeout');
      throw new ApiError(isSlow ? 'busy' : 'photo_unsupported');
    }),
  );
  return { mediaType: found.mediaType, picture };
}

const reencode = (bytes: Buffer, format: (typeof FORMATS)[number]['format']) =>
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

/** Deletes the picture of a broken upload or purged order. */
export async function deleteStrayPicture(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  { merchantId, orderId, photoId }: PhotoReference,
): Promise<void> {
  const ids = await listPhotoIds(db, merchantId, orderId);
  if (!ids.includes(photoId)) await photos.delete(photoId);
}

/** Milliseconds, longer than any upload. */
const STRAY_CHECK_DELAY = HOUR;

/** Throws `order_deleted` also once its recipient was erased. */
function requireKept(order: Order | undefined, trackingNumber: string): Order {
  if (!order || isRedacted(order)) throw new ApiError('order_deleted', { trackingNumber });
  return order;
}

/** Throws `tracking_number_unknown` and `order_deleted`. */
async function requireOrder({ db }: Pick<Deps, 'db'>, trackingNumber: string): Promise<Order> {
  const found = (await findTrackedOrders(db, [trackingNumber])).get(trackingNumber);
  if (!found) throw new ApiError('tracking_number_unknown', { trackingNumber });
  const stored = await findOrder(db, found.merchantId, found.orderId);
  const order = requireKept(stored, trackingNumber);
  const those = [order, ...order.packages];
  if (!those.some((one) => one.trackingNumber === trackingNumber)) {
    throw new ApiError('tracking_number_unknown', { trackingNumber });
  }
  return order;
}

/**
 * Writes the picture before its row; a job deletes strays. Throws `tracking_number_unknown`,
 * `order_deleted`, `too_many_photos`, `photo_unsupported`, `photos_unavailable` or `busy`.
 */
export async function uploadPhoto(
  { db, clock, photos }: Pick<Deps, 'db' | 'clock' | 'photos'>,
  trackingNumber: string,
  file: Uint8Array,
): Promise<{ id: string }> {
  const { merchantId, id: orderId } = await requireOrder({ db }, trackingNumber);
  if ((await listPhotoIds(db, merchantId, orderId)).length >= MOST_PHOTOS) {
    throw new ApiError('too_many_photos', { trackingNumber, limit: MOST_PHOTOS });
  }
  const { mediaType, picture } = await cleanPicture(file);

  const photo = { merchantId, orderId, photoId: uuidv7() };
  await insertJob(db, 'delete-stray-picture', photo, { delay: STRAY_CHECK_DELAY });
  await photos.put(photo.photoId, picture);
  await orderTransaction(db, async (trx) => {
    // Locked, so that erasing its recipient waits.
    const ids = [orderId];
    const [locked] = await changeOrders(trx, clock, { merchantId, ids }, (order) => ({ order }));
    requireKept(locked?.order, trackingNumber);
    await insertPhoto(trx, photo, { mediaType, uploadedAt: clock.now() });
  });
  return { id: photo.photoId };
}
