import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { deleteWebhooksBefore, listLinkedMerchants } from './upkeep-queries.ts';

/** How long webhooks are remembered, in milliseconds: the platform sends one again for 4 hours. */
const REMEMBERED_FOR = 3 * 24 * 60 * 60_000;

/**
 * Has the orders of every linked shop compared with ours, each shop in a job of its own, and forgets old
 * webhooks.
 */
export async function reconcileShops({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteWebhooksBefore(db, clock.now() - REMEMBERED_FOR);
  for (const merchantId of await listLinkedMerchants(db)) {
    await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
  }
}
