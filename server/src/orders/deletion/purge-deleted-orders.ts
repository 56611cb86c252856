import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../../deps.ts';
import { insertJobs } from '../../jobs/job-queries.ts';
import { forEachMerchant } from '../../merchants/for-each-merchant.ts';
import { deleteOrdersDeletedBefore, deleteTracesOfOrders } from './deleted-order-queries.ts';
import { restorableSince } from './restore-order.ts';

/** Orders purged in one transaction: it locks them, and a deletion of a million takes minutes. */
const BATCH = 1000;

/** Delay before their pictures are deleted, in milliseconds. */
const PICTURES_LATER = 1000;

/** Purges some orders of the merchant, and tells how many. */
function purgeSome(db: Deps['db'], merchantId: string, before: EpochMillis): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await deleteOrdersDeletedBefore(trx, merchantId, { before, most: BATCH });
    if (ids.length === 0) return 0;
    const photos = await deleteTracesOfOrders(trx, merchantId, ids);
    await insertJobs(
      trx,
      'delete-stray-picture',
      photos.map((photo) => ({ merchantId, ...photo })),
      { delay: PICTURES_LATER },
    );
    return ids.length;
  });
}

/** Deletes for good the orders that were deleted too long ago to be restored, with all that is kept of them. */
export async function purgeDeletedOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = restorableSince(clock);
  await forEachMerchant(db, async (merchantId) => {
    let purged: number;
    do {
      purged = await purgeSome(db, merchantId, before);
    } while (purged === BATCH);
  });
}
