import { z } from 'zod';
import { ShopDomain } from '@portage/contract/shop/shop';
import type { Authenticator } from '../http/authentication.ts';
import { ApiError } from '../api-error.ts';
import { isBodySigned } from './shop-signatures.ts';
import type { ShopPlatform } from './shop-platform.ts';

/** Characters of a webhook's id that are kept; the platform's are UUIDs. */
const MOST_ID = 100;

const JsonObject = z.record(z.string(), z.unknown());

/** The fields by which the bodies of webhooks name their shop. */
const NAMES_OF_SHOP = ['myshopify_domain', 'shop_domain'];

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** The JSON object of a body; undefined for any other body. */
function jsonObjectOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JsonObject.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * Authenticates the online shop platform by its signature over a body that is a JSON object. The same
 * secret signs install requests, whose text is a query, and headers are not signed: a shop that the body
 * names must be that of the header. Age is no reason to refuse: the platform retries for hours. Throws
 * `shop_signature_invalid`.
 */
export function shopAuthenticator({
  clientSecret,
}: Pick<ShopPlatform, 'clientSecret'>): Authenticator<'shop'> {
  return ({ headers, rawBody = Buffer.alloc(0) }) => {
    const shop = ShopDomain.safeParse(header(headers['x-shopify-shop-domain']));
    const signature = header(headers['x-shopify-hmac-sha256']);
    if (!shop.success || !isBodySigned(clientSecret, rawBody, signature)) {
      throw new ApiError('shop_signature_invalid');
    }
    const body = jsonObjectOf(rawBody);
    const named = NAMES_OF_SHOP.flatMap((name) => body?.[name] ?? []);
    if (!body || named.some((one) => ShopDomain.safeParse(one).data !== shop.data)) {
      throw new ApiError('shop_signature_invalid');
    }
    const webhookId = header(headers['x-shopify-webhook-id']).slice(0, MOST_ID) || undefined;
    return { shop: shop.data, webhookId, body };
  };
}
