import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { listLinkedMerchants } from './upkeep-queries.ts';

/** Job: queues a reconcile for every linked shop. */
export async function reconcileShops({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const merchantId of await listLinkedMerchants(db)) {
    await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
  }
}
