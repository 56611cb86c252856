import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Deps } from '../deps.ts';
import { uploadPhoto } from '../photos/upload-photo.ts';

/** The drawings that stand for photos; each says that it is one of a demo. */
export type DemoPhoto = 'at-the-door' | 'nobody-home' | 'signature';

/** Uploads a drawing as a photo of an order, and gives its id. */
export async function uploadDemoPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'photos'>,
  trackingNumber: string,
  photo: DemoPhoto,
): Promise<string> {
  const file = await readFile(path.join(import.meta.dirname, 'photos', `${photo}.jpg`));
  const { id } = await uploadPhoto(deps, trackingNumber, file);
  return id;
}
