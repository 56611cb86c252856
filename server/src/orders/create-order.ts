import type { NewOrder } from '@portage/contract/new-order';
import { saveAddress } from '../addresses/save-address.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { draftOrder } from './draft-order.ts';
import { insertOrders } from './order-queries.ts';
import { requirePhone } from './require-phone.ts';

/**
 * Creates an order in status CREATED and hands it to the background, which locates and rates it.
 * Gives the JSON text of the contract's `Order`. Raises `invalidRequest` for a missing phone, and
 * what `once` raises.
 */
export async function createOrder(
  { db, clock }: Deps,
  session: Session,
  newOrder: NewOrder,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { merchantId, username } = session;
  const now = clock.now();
  requirePhone(newOrder.recipient, await getMerchant(db, merchantId));

  return db.transaction().execute((trx) =>
    once(
      trx,
      { merchantId, key: idempotencyKey, call: 'POST /orders', body: newOrder, now },
      async () => {
        const order = draftOrder(newOrder, { merchantId, username }, now);
        await insertOrders(trx, [order]);
        await writeAudit(trx, [
          {
            merchantId,
            at: now,
            actor: username,
            action: 'order.created',
            subjectId: order.id,
            details: { status: order.orderStatus },
          },
        ]);
        if (newOrder.saveAddress) await saveAddress(trx, merchantId, newOrder, now);
        await insertJob(trx, 'locate-and-rate-order', { merchantId, orderId: order.id });
        return JSON.stringify(order);
      },
    ),
  );
}
