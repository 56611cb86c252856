import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { ShopDomain } from '@portage/contract/shop/shop';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Authenticator } from '../http/authentication.ts';
import { readJson } from '../read-json.ts';
import { isSameText } from '../secrets/is-same-text.ts';
import type { ShopPlatform } from './shop-platform.ts';

/** Characters of a webhook id; the platform's are UUIDs. */
const MOST_ID = 100;

const JsonObject = z.record(z.string(), z.unknown());

/** Fields of webhook bodies that name the shop. */
const NAMES_OF_SHOP = ['myshopify_domain', 'shop_domain'];

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/**
 * Takes JSON objects only: the secret also signs queries. Headers are unsigned: a shop that the
 * body names must be the header's. Throws `shop_signature_invalid`.
 */
export function shopAuthenticator({
  clientSecrets,
}: Pick<ShopPlatform, 'clientSecrets'>): Authenticator<'shop'> {
  return ({ headers, rawBody = Buffer.alloc(0) }) => {
    const shop = ShopDomain.safeParse(header(headers['x-shopify-shop-domain']));
    const signature = header(headers['x-shopify-hmac-sha256']);
    if (!shop.success || !isBodySigned(clientSecrets, rawBody, signature)) {
      throw new ApiError('shop_signature_invalid');
    }
    const body = readJson(JsonObject, rawBody.toString());
    const named = NAMES_OF_SHOP.flatMap((name) => body?.[name] ?? []);
    if (!body || named.some((one) => ShopDomain.safeParse(one).data !== shop.data)) {
      throw new ApiError('shop_signature_invalid');
    }
    const webhookId = header(headers['x-shopify-webhook-id']).slice(0, MOST_ID) || undefined;
    return { shop: shop.data, webhookId, body };
  };
}

/** Tolerance of an install request's timestamp, in ms, as in the platform's own library. */
const CLOCK_DISTANCE = 90_000;

/**
 * The signature of a query (OAuth of the platform): its parameters without `hmac` and `signature`,
 * sorted by name and encoded, HMAC-SHA256 with the app's secret, in hexadecimal.
 */
export function signatureOfQuery(secret: string, query: Readonly<Record<string, string>>): string {
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // The platform signs %20 for a space.
  const text = new URLSearchParams(signed).toString().replaceAll('+', '%20');
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Undefined unless the platform signed it in the last 90 seconds, for a shop's domain. */
export function shopOfSignedQuery(
  secrets: readonly string[],
  query: Readonly<Record<string, string>>,
  now: EpochMillis,
): string | undefined {
  const { hmac = '', timestamp = '', shop = '' } = query;
  const isSigned = secrets.some((secret) =>
    isSameText(signatureOfQuery(secret, query), hmac.toLowerCase()),
  );
  if (!isSigned) return undefined;
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now - Number(timestamp) * 1000) > CLOCK_DISTANCE) return undefined;
  return ShopDomain.safeParse(shop).data;
}

/** The signature of a body: HMAC-SHA256 over its bytes with the app's secret, in base64. */
export function signatureOfBody(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** True if the platform signed the bytes. */
export function isBodySigned(secrets: readonly string[], body: Buffer, signature: string): boolean {
  return secrets.some((secret) => isSameText(signatureOfBody(secret, body), signature));
}
