import type { Deps } from '../deps.ts';
import { hasPhoto, type PhotoReference } from './photo-queries.ts';

/**
 * Deletes a picture from the store unless there is a photo of it: one whose upload was broken off,
 * or whose order was purged.
 */
export async function deleteStrayPicture(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  photo: PhotoReference,
): Promise<void> {
  if (!(await hasPhoto(db, photo))) await photos.delete(photo.photoId);
}
