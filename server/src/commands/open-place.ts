import path from 'node:path';
import { type FilePlace, openBucketPlace, openFolder } from '../backup/file-place.ts';
import type { Env } from '../env.ts';
import { openLog } from '../log.ts';
import { openPhotoBucket, openPhotoFiles, type PhotoStore } from '../photos/photo-store.ts';
import { invalidSetting, wrongUsage } from '../startup-error.ts';

/** A folder, or `s3://bucket/prefix`. Throws a `StartupError` for an unreachable bucket. */
export async function openPlace(address: string, { s3 }: Env): Promise<FilePlace> {
  if (!/^s3:/i.test(address)) return openFolder(path.resolve(address));
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(address) ?? [];
  if (bucket === undefined) throw wrongUsage('The address must look like s3://bucket/prefix.');
  const { region, ...others } = s3;
  if (region === undefined) throw invalidSetting('PORTAGE_S3_REGION', `is needed for ${address}`);
  return openBucketPlace({ store: 's3', bucket, region, ...others }, prefix);
}

/** Opens the photo store that the settings name. */
export async function openPhotos({
  photos,
  dataDirectory,
}: Env): Promise<{ store: PhotoStore; close: () => void }> {
  if (photos.store === 'files') {
    return { store: await openPhotoFiles(dataDirectory), close: () => undefined };
  }
  const store = await openPhotoBucket(photos, openLog('silent'));
  return { store, close: () => store.close() };
}
