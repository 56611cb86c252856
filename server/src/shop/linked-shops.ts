import type { Deps } from '../deps.ts';
import { claimShop, findShop, listShopMerchants, upsertShop } from './shop-queries.ts';

/** Every linked shop with its merchant. */
export function listLinkedShops({
  db,
}: Pick<Deps, 'db'>): Promise<{ shop: string; merchantId: string }[]> {
  return listShopMerchants(db);
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
