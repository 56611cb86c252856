import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { PhotoMediaType } from './clean-picture.ts';

/** Which photo, of which order. */
export interface PhotoReference {
  merchantId: string;
  orderId: string;
  photoId: string;
}

/** Adds a photo, whose picture is in the store already. */
export async function insertPhoto(
  db: Executor,
  { merchantId, orderId, photoId }: PhotoReference,
  { mediaType, uploadedAt }: { mediaType: PhotoMediaType; uploadedAt: EpochMillis },
): Promise<void> {
  await db
    .insertInto('order_photos')
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      id: photoId,
      media_type: mediaType,
      uploaded_at: new Date(uploadedAt),
    })
    .execute();
}

/** The type of a photo of an order of the merchant; undefined for none, and for a deleted order's. */
export async function findPhotoType(
  db: Executor,
  { merchantId, orderId, photoId }: PhotoReference,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('order_photos')
    .select('media_type')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('id', '=', photoId)
    .where((build) =>
      build.exists(
        build
          .selectFrom('orders')
          .select('id')
          .where('merchant_id', '=', merchantId)
          .where('id', '=', orderId),
      ),
    )
    .executeTakeFirst();
  return row?.media_type;
}

/** Tells whether there is a photo, of an order that may be deleted. */
export async function hasPhoto(
  db: Executor,
  { merchantId, orderId, photoId }: PhotoReference,
): Promise<boolean> {
  const row = await db
    .selectFrom('order_photos')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many photos an order has. */
export async function countPhotos(
  db: Executor,
  merchantId: string,
  orderId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('order_photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The ids of the photos of an order, oldest first. */
export async function listPhotoIds(
  db: Executor,
  merchantId: string,
  orderId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('order_photos')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
