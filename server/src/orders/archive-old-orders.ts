import { mayBecome, OrderStatus } from '@portage/contract/orders/order-status';
import { type EpochMillis, DAY } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { advanceOrder } from './advance-order.ts';
import {
  changeOrders,
  type OrderRule,
  orderTransaction,
  withStatusAudit,
} from './change-orders.ts';
import { listOrdersSilentSince } from './order-queries.ts';

/** Age of archived orders, in milliseconds. */
const STAYS = 180 * DAY;

/** Orders locked at a time. */
const BATCH = 500;

/** Statuses that lead to the archive. */
const FINAL = OrderStatus.options.filter((status) => mayBecome(status, 'ARCHIVED', 'system'));

/** Leaves orders that ended later. */
const archived =
  (timestamp: EpochMillis): OrderRule =>
  (order, now) => {
    const isSilent = (order.timelineEvents.at(-1)?.timestamp ?? now) < timestamp;
    if (!isSilent || !FINAL.includes(order.orderStatus)) return { order };
    const old = advanceOrder(order, { to: 'ARCHIVED', actor: 'system', at: now });
    return withStatusAudit(order, old, 'system');
  };

/** Covers every merchant. */
export async function archiveOldOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const since = clock.now() - STAYS;
  await forEachMerchant(db, async (merchantId) => {
    for (const status of FINAL) {
      let ids: string[];
      do {
        ids = await listOrdersSilentSince(db, merchantId, { status, since, most: BATCH });
        const orders = { merchantId, ids };
        if (ids.length > 0) {
          await orderTransaction(db, (trx) => changeOrders(trx, clock, orders, archived(since)));
        }
      } while (ids.length === BATCH);
    }
  });
}
