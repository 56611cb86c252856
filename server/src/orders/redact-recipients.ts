import { mayBecome } from '@portage/contract/orders/order-status';
import { byDriverText } from '@portage/contract/orders/order-texts';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { DAY } from '../durations.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { changeOrders, orderTransaction } from './change-orders.ts';
import { redactDeletedOrders } from './deleted-order-queries.ts';
import { deleteOrderEdits } from './order-edit-queries.ts';

const REDACTED = '(redacted)';

/** Keeps city, postal code, price and events. */
function withoutRecipient(order: Order, now: EpochMillis): Order {
  const { city, province, postalCode, country } = order.recipientAddress;
  const address = { street: REDACTED, city, province, postalCode, country };
  const { isBusinessAddress } = order.dtoRecipientAddress;
  return {
    ...order,
    ...byDriverText(() => undefined),
    recipient: { name: REDACTED },
    recipientAddress: address,
    dtoRecipientAddress: { ...address, isBusinessAddress },
    version: order.version + 1,
    modified: now,
  };
}

/** Job: includes deleted orders. Orders on their way are erased once over. */
export async function redactRecipients(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, orderIds }: { merchantId: string; orderIds: readonly string[] },
): Promise<void> {
  await orderTransaction(db, async (trx) => {
    const waiting: string[] = [];
    await changeOrders(trx, clock, { merchantId, ids: orderIds }, (order, now) => {
      if (order.recipient.name === REDACTED) return { order };
      const { orderStatus } = order;
      const isOver = orderStatus === 'ARCHIVED' || mayBecome(orderStatus, 'ARCHIVED', 'system');
      if (isOver) return { order: withoutRecipient(order, now) };
      waiting.push(order.id);
      return { order };
    });
    const erased = orderIds.filter((id) => !waiting.includes(id));
    await deleteOrderEdits(trx, merchantId, erased);
    await redactDeletedOrders(trx, merchantId, erased, (order) =>
      withoutRecipient(order, clock.now()),
    );
    if (waiting.length > 0) {
      const later = { merchantId, orderIds: waiting };
      await insertJob(trx, 'redact-recipients', later, { delay: DAY });
    }
  });
}
