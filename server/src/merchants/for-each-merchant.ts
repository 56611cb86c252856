import type { Executor } from '../db/database.ts';
import { listMerchantIds } from './merchant-queries.ts';

/** One after the other, so that each query runs on one worker of a cluster (docs/cluster.md). */
export async function forEachMerchant(
  db: Executor,
  work: (merchantId: string) => Promise<void>,
): Promise<void> {
  for (const merchantId of await listMerchantIds(db)) await work(merchantId);
}
