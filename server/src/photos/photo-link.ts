import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';

/** Three ids of 16 bytes and a timestamp. */
const ID_LENGTH = 16;
const TIMESTAMP_LENGTH = 6;
const EXPIRY_AT = 3 * ID_LENGTH;
const CONTENT_LENGTH = EXPIRY_AT + TIMESTAMP_LENGTH;

/** What a link opens, and until when. */
export interface LinkedPhoto {
  merchantId: string;
  orderId: string;
  photoId: string;
  expiresAt: EpochMillis;
}

/** Content and its seal, as one segment of a path. */
function sealed(key: Buffer, content: Buffer): string {
  const seal = createHmac('sha256', key).update(content).digest();
  return Buffer.concat([content, seal]).toString('base64url');
}

/** Tells in constant time whether two texts are the same. */
function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

/** The link that opens a photo: what it opens, sealed with the server's key (HMAC-SHA256). */
export function writePhotoLink(key: Buffer, photo: LinkedPhoto): string {
  const { merchantId, orderId, photoId, expiresAt } = photo;
  const expiry = Buffer.alloc(TIMESTAMP_LENGTH);
  expiry.writeUIntBE(expiresAt, 0, TIMESTAMP_LENGTH);
  return sealed(key, Buffer.concat([...[merchantId, orderId, photoId].map(parse), expiry]));
}

/** What a link opens; undefined for one that was not written with the key, or has expired. */
export function readPhotoLink(
  key: Buffer,
  link: string,
  now: EpochMillis,
): LinkedPhoto | undefined {
  const content = Buffer.from(link, 'base64url').subarray(0, CONTENT_LENGTH);
  // Written anew, there is one text for each content, and any other is none of ours.
  if (!isSame(sealed(key, content), link)) return undefined;
  const expiresAt = content.readUIntBE(EXPIRY_AT, TIMESTAMP_LENGTH);
  if (expiresAt <= now) return undefined;
  const id = (nth: number) => stringify(content.subarray(nth * ID_LENGTH, (nth + 1) * ID_LENGTH));
  return { merchantId: id(0), orderId: id(1), photoId: id(2), expiresAt };
}
