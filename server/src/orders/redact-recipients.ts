import { mayBecome } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY } from '@portage/contract/time';
import { eraseSavedRecipients } from '../addresses/save-address.ts';
import type { Deps } from '../deps.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import { changeOrders, orderTransaction } from './change-orders.ts';
import { deletePersonalTraces } from './delete-orders.ts';
import { findDeletedOrdersForUpdate, updateDeletedOrder } from './deleted-order-queries.ts';
import { isRedacted, personOf, withoutPerson } from './without-person.ts';

/** Milliseconds; the platform gives 30 days. */
export const ERASED_WITHIN = 28 * DAY;

/** Includes deleted orders and the address book. Orders on their way wait until `until` at most. */
export async function redactRecipients(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, orderIds, until = clock.now() + ERASED_WITHIN }: JobPayload<'redact-recipients'>,
): Promise<void> {
  await orderTransaction(db, async (trx) => {
    // None is restored until the transaction ends.
    await findDeletedOrdersForUpdate(trx, merchantId, orderIds);
    const waiting: string[] = [];
    const erased: Order[] = [];
    const redact = (order: Order, now: EpochMillis) => {
      if (isRedacted(order)) return order;
      erased.push(order);
      return { ...withoutPerson(order), version: order.version + 1, modified: now };
    };
    await changeOrders(trx, clock, { merchantId, ids: orderIds }, (order, now) => {
      const { orderStatus } = order;
      const isOver = orderStatus === 'ARCHIVED' || mayBecome(orderStatus, 'ARCHIVED', 'system');
      if (isOver || now >= until) return { order: redact(order, now) };
      waiting.push(order.id);
      return { order };
    });
    const ids = orderIds.filter((id) => !waiting.includes(id));
    // Reads those deleted since the lock, too.
    for (const order of await findDeletedOrdersForUpdate(trx, merchantId, ids)) {
      await updateDeletedOrder(trx, redact(order, clock.now()));
    }
    await deletePersonalTraces(trx, merchantId, ids);
    await eraseSavedRecipients(trx, merchantId, erased.map(personOf));
    if (waiting.length > 0) {
      const later = { merchantId, orderIds: waiting, until };
      await insertJob(trx, 'redact-recipients', later, { delay: DAY });
    }
  });
}
