import { PHOTO_LINK_LASTS, photoPath, type PhotoLink } from '@portage/contract/orders/photos';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { writePhotoLink } from './photo-link.ts';
import { listPhotoIds } from './photo-queries.ts';

/** Links that open the photos of an order without a session, for a short while, oldest photo first. */
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
