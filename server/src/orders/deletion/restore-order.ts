import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Deps } from '../../deps.ts';
import { insertJob } from '../../jobs/job-queries.ts';
import { insertRestoredOrder } from '../order-queries.ts';
import { takeDeletedOrder, listDeletedOrders } from './deleted-order-queries.ts';
import type { Clock } from '../../clock.ts';
import { DAY } from '../../durations.ts';

/** For how long a deleted order can be restored (product decision); then it is purged. */
const RESTORABLE_FOR = 30 * DAY;

/** The timestamp since which an order must have been deleted to be restored now. */
export const restorableSince = (clock: Clock): EpochMillis => clock.now() - RESTORABLE_FOR;

/**
 * Restores an order that the merchant deleted: it is what it was, in a new version, so that whoever
 * shows orders notices. Done by the operator. Undefined when there is none that can be restored.
 */
export function restoreOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  id: string,
): Promise<Order | undefined> {
  return db.transaction().execute(async (trx) => {
    const deletedSince = restorableSince(clock);
    const deleted = await takeDeletedOrder(trx, merchantId, { id, deletedSince });
    if (!deleted) return undefined;

    const now = clock.now();
    const order: Order = { ...deleted, version: deleted.version + 1, modified: now };
    await insertRestoredOrder(trx, order);
    await writeAudit(trx, [
      {
        merchantId,
        at: now,
        actor: 'operator',
        action: 'order.restored',
        subjectId: order.id,
        details: { status: order.orderStatus },
      },
    ]);
    // Its job may have come while it was deleted, and found nothing to do.
    if (order.orderStatus === 'CREATED') {
      await insertJob(trx, 'locate-and-rate-orders', { merchantId, orderIds: [order.id] });
    }
    return order;
  });
}

/** A deleted order, without anything of its recipient. */
export interface RestorableOrder {
  id: string;
  trackingNumber: string;
  deletedAt: EpochMillis;
  deletedBy: string;
}

/** The deleted orders of a merchant that can be restored, the newest deletion first. */
export function listRestorableOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  limit: number,
): Promise<RestorableOrder[]> {
  return listDeletedOrders(db, merchantId, { deletedSince: restorableSince(clock), limit });
}
