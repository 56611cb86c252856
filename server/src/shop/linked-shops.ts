import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import type { Deps } from '../deps.ts';
import { listShopOrders } from './shop-order-queries.ts';
import { claimShop, findShop, listShopMerchants, upsertShop } from './shop-queries.ts';

/** Every linked shop with its merchant. */
export function listLinkedShops({
  db,
}: Pick<Deps, 'db'>): Promise<{ shop: string; merchantId: string }[]> {
  return listShopMerchants(db);
}

/** The newest shop orders of a merchant, as they were last read. */
export async function listNewestShopOrders(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  { limit }: { limit: number },
): Promise<ShopOrder[]> {
  const rows = await listShopOrders(db, merchantId, { show: 'all', limit });
  return rows.map(({ shopOrder }) => shopOrder);
}

/** Links a shop that nobody has to a merchant that has none, as the demo begins with. */
export async function adoptShop(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  merchantId: string,
  { shop, token }: { shop: string; token: string },
): Promise<void> {
  if (await findShop(db, merchantId)) return;
  if ((await claimShop(db, shop, merchantId)) !== merchantId) return;
  const encryptedToken = secrets.encrypt({ table: 'shops', key: [merchantId] }, token);
  const linkedAt = clock.now();
  await upsertShop(db, merchantId, { shop, encryptedToken, linkedAt, linkedBy: 'system' });
}
