import { createHmac, timingSafeEqual } from 'node:crypto';
import { ShopDomain } from '@portage/contract/shop/shop';
import type { EpochMillis } from '@portage/contract/time';

/** How far the timestamp of an install request may be from now, in milliseconds, as in the platform's own library. */
const CLOCK_DISTANCE = 90_000;

/** Tells in constant time whether two texts are the same. */
function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

/**
 * The signature of a query (OAuth of the platform): its parameters without `hmac` and `signature`,
 * sorted by name and encoded, HMAC-SHA256 with the app's secret, in hexadecimal.
 */
export function signatureOfQuery(secret: string, query: Readonly<Record<string, string>>): string {
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = new URLSearchParams(signed).toString();
  return createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * The shop of a query that the platform signed at most 90 seconds ago; undefined for a wrong
 * signature, an old or future timestamp, or a domain that is no shop's.
 */
export function shopOfSignedQuery(
  secret: string,
  query: Readonly<Record<string, string>>,
  now: EpochMillis,
): string | undefined {
  const { hmac = '', timestamp = '', shop = '' } = query;
  if (!isSame(signatureOfQuery(secret, query), hmac.toLowerCase())) return undefined;
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now - Number(timestamp) * 1000) > CLOCK_DISTANCE) return undefined;
  return ShopDomain.safeParse(shop).data;
}

/** The signature of a body: HMAC-SHA256 over its bytes with the app's secret, in base64. */
export function signatureOfBody(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** Tells whether the platform signed the bytes of a body. */
export function isBodySigned(secret: string, body: Buffer, signature: string): boolean {
  return isSame(signatureOfBody(secret, body), signature);
}
