import { z } from 'zod';
import { EpochMillis, MINUTE } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { OfflineTokens, ShopPlatform } from './shop-platform.ts';
import { lockShop, type StoredShop, updateShop } from './shop-queries.ts';

/** Stored tokens of a link, encrypted as one text. */
const StoredTokens = z.object({
  token: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: EpochMillis.optional(),
});
export type StoredTokens = z.infer<typeof StoredTokens>;

/** Milliseconds before its expiry to refresh a token. */
const EARLY = 5 * MINUTE;

type Secrets = Deps['secrets'];

/** `now` is when they were received. */
export function encryptTokens(
  secrets: Secrets,
  merchantId: string,
  { token, refreshToken, lifetime }: OfflineTokens,
  now: EpochMillis,
): Buffer {
  const stored: StoredTokens = {
    token,
    refreshToken,
    ...(lifetime !== undefined && { expiresAt: now + lifetime }),
  };
  return secrets.encrypt({ table: 'shops', key: [merchantId] }, JSON.stringify(stored));
}

/** Reads old links, too, which hold only the access token. */
export function decryptTokens(
  secrets: Secrets,
  merchantId: string,
  encryptedToken: Buffer,
): StoredTokens {
  const text = secrets.decrypt({ table: 'shops', key: [merchantId] }, encryptedToken).toString();
  return text.startsWith('{') ? StoredTokens.parse(JSON.parse(text)) : { token: text };
}

/** True if the token expires soon. */
export const isDue = ({ expiresAt }: StoredTokens, now: EpochMillis): boolean =>
  expiresAt !== undefined && expiresAt - EARLY <= now;

/** Running refreshes by merchant; calls of this process share one and its connection. */
const underWay = new WeakMap<ShopPlatform, Map<string, Promise<StoredTokens>>>();

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'secrets'> & { shopPlatform: ShopPlatform };

/** Once across processes. Throws `shop_authorization_failed`, `shop_unavailable`, `shop_frozen`. */
export function refreshTokens(
  deps: RefreshDeps,
  merchantId: string,
  link: Pick<StoredShop, 'shop' | 'linkedAt'>,
  stale: StoredTokens,
): Promise<StoredTokens> {
  const refreshes = underWay.get(deps.shopPlatform) ?? new Map<string, Promise<StoredTokens>>();
  underWay.set(deps.shopPlatform, refreshes);
  const refresh =
    refreshes.get(merchantId) ??
    refreshLocked(deps, merchantId, link, stale).finally(() => refreshes.delete(merchantId));
  refreshes.set(merchantId, refresh);
  return refresh;
}

async function refreshLocked(
  { db, clock, secrets, shopPlatform }: RefreshDeps,
  merchantId: string,
  { shop, linkedAt }: Pick<StoredShop, 'shop' | 'linkedAt'>,
  stale: StoredTokens,
): Promise<StoredTokens> {
  return db.transaction().execute(async (trx) => {
    const stored = await lockShop(trx, merchantId);
    if (!stored?.encryptedToken || stored.linkedAt !== linkedAt) {
      throw new ApiError('shop_authorization_failed', { shop });
    }
    const current = decryptTokens(secrets, merchantId, stored.encryptedToken);
    if (current.token !== stale.token) return current;
    if (current.refreshToken === undefined) {
      throw new ApiError('shop_authorization_failed', { shop });
    }
    const tokens = await shopPlatform.refreshTokens(shop, current.refreshToken);
    const encryptedToken = encryptTokens(secrets, merchantId, tokens, clock.now());
    await updateShop(trx, merchantId, { encryptedToken });
    return decryptTokens(secrets, merchantId, encryptedToken);
  });
}
