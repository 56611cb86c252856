import type { Deps } from '../deps.ts';
import { deletePhotoRows, listPhotosOf } from './photo-queries.ts';

/** Pictures before rows, so that a run that was cut off finds them again. Returns their number. */
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
