import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { listLinkedMerchants } from './upkeep-queries.ts';

/** Has the orders of every linked shop compared with ours, each shop in a job of its own. */
export async function reconcileShops({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const merchantId of await listLinkedMerchants(db)) {
    await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
  }
}
