import { ShopDomain } from '@portage/contract/shop/shop';
import type { Deps } from '../deps.ts';
import type { Authenticator } from '../http/authentication.ts';
import { ApiError } from '../api-error.ts';
import { isBodySigned } from './shop-signatures.ts';
import type { ShopPlatform } from './shop-platform.ts';

/** The most characters of a webhook's id; the platform's are UUIDs. */
const MOST_ID = 100;

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/**
 * The online shop platform, by the signature over the body of a webhook or of a request for rates.
 * Throws `shop_signature_invalid`, also without the domain of a shop. Age is no reason: the platform
 * retries for hours, and reading an order twice does no harm.
 */
export function shopAuthenticator(
  { clock }: Pick<Deps, 'clock'>,
  { clientSecret }: Pick<ShopPlatform, 'clientSecret'>,
): Authenticator<'shop'> {
  return ({ headers, rawBody = Buffer.alloc(0) }) => {
    const shop = ShopDomain.safeParse(header(headers['x-shopify-shop-domain']));
    const signature = header(headers['x-shopify-hmac-sha256']);
    if (!shop.success || !isBodySigned(clientSecret, rawBody, signature)) {
      throw new ApiError('shop_signature_invalid');
    }
    const triggeredAt = Date.parse(header(headers['x-shopify-triggered-at']));
    return {
      shop: shop.data,
      triggeredAt: Number.isNaN(triggeredAt) ? clock.now() : triggeredAt,
      webhookId: header(headers['x-shopify-webhook-id']).slice(0, MOST_ID) || undefined,
    };
  };
}
