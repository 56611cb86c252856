import { v7 as uuidv7 } from 'uuid';
import { MOST_PHOTOS } from '@portage/contract/orders/carrier';
import { findTrackedOrders } from '../carrier/find-tracked-orders.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { getOrder } from '../orders/get-order.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { cleanPicture } from './clean-picture.ts';
import { countPhotos, insertPhoto } from './photo-queries.ts';

/** When it is looked whether an upload came to its end, in milliseconds; none takes so long. */
const LOOK_AFTER = 60 * 60 * 1000;

/**
 * The order that has the tracking number, or a package that does. Throws `tracking_number_unknown` and
 * `order_deleted`.
 */
async function requireOrder({ db }: Pick<Deps, 'db'>, trackingNumber: string) {
  const found = (await findTrackedOrders(db, [trackingNumber])).get(trackingNumber);
  if (!found) throw new ApiError('tracking_number_unknown', { trackingNumber });
  const order = await getOrder(db, found.merchantId, found.orderId).catch((error: unknown) => {
    throw isApiError(error, 'order_not_found')
      ? new ApiError('order_deleted', { trackingNumber })
      : error;
  });
  const those = [order, ...order.packages];
  if (!those.some((one) => one.trackingNumber === trackingNumber)) {
    throw new ApiError('tracking_number_unknown', { trackingNumber });
  }
  return order;
}

/**
 * Keeps a photo of an order, cleaned of all but the picture, and gives its id. The photo is noted
 * when the picture is in the store, so that none is without its picture; and before that a job is
 * told of the picture, so that none stays in the store of which no photo was noted. Throws
 * `tracking_number_unknown`, `order_deleted`, `too_many_photos`, `photo_unsupported`,
 * `photos_unavailable` and `busy`.
 */
export async function uploadPhoto(
  { db, clock, photos }: Pick<Deps, 'db' | 'clock' | 'photos'>,
  trackingNumber: string,
  file: Uint8Array,
): Promise<{ id: string }> {
  const { merchantId, id: orderId } = await requireOrder({ db }, trackingNumber);
  // A sender that runs wild must not fill the store.
  if ((await countPhotos(db, merchantId, orderId)) >= MOST_PHOTOS) {
    throw new ApiError('too_many_photos', { trackingNumber, limit: MOST_PHOTOS });
  }
  const { mediaType, picture } = await cleanPicture(file);

  const photo = { merchantId, orderId, photoId: uuidv7() };
  await insertJob(db, 'delete-stray-picture', photo, { delay: LOOK_AFTER });
  await photos.put(photo.photoId, picture);
  await insertPhoto(db, photo, { mediaType, uploadedAt: clock.now() });
  return { id: photo.photoId };
}
