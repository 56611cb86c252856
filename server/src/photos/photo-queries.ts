import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { PhotoMediaType } from './upload-photo.ts';

export interface PhotoReference {
  merchantId: string;
  orderId: string;
  photoId: string;
}

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

/** Undefined for none, and for a deleted order's. */
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

/** Oldest first, also a deleted order's. */
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

/** In no sequence. */
export function listPhotosOf(db: Executor, merchantId: string, limit: number) {
  return db
    .selectFrom('order_photos')
    .select(['order_id as orderId', 'id'])
    .where('merchant_id', '=', merchantId)
    .limit(limit)
    .execute();
}

export async function deletePhotoRows(
  db: Executor,
  merchantId: string,
  photos: readonly { orderId: string; id: string }[],
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .deleteFrom('order_photos')
    .where('merchant_id', '=', merchantId)
    .where((where) =>
      where(
        where.refTuple('order_id', 'id'),
        'in',
        photos.map(({ orderId, id }) => where.tuple(orderId, id)),
      ),
    )
    .execute();
}
