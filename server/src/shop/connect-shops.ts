import { insertJob } from '../jobs/job-queries.ts';
import { listLinkedMerchants } from './upkeep-queries.ts';
import type { ShopDeps } from './with-shop.ts';

/** Job: connects every linked shop again, or those that call another address than ours. */
export async function connectShops(
  { db, shopPlatform }: Pick<ShopDeps, 'db' | 'shopPlatform'>,
  { moved }: { moved: boolean },
): Promise<void> {
  const except = moved ? shopPlatform.callbackUrl : undefined;
  for (const merchantId of await listLinkedMerchants(db, except)) {
    await insertJob(db, 'connect-shop', { merchantId }, { key: `connect ${merchantId}` });
  }
}
