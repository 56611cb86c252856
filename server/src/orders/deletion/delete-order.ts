import { orderCan } from '@portage/contract/order-permissions';
import { isScanned } from '@portage/contract/order-selection';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Deps } from '../../deps.ts';
import { orderNotFound, Refusal } from '../../refusals.ts';
import type { Session } from '../../sessions/identity.ts';
import { findOrderForUpdate, moveToDeletedOrders } from '../order-queries.ts';

/**
 * Deletes an order of the merchant: it leaves every list and export, and can be restored for 30
 * days. Raises `orderNotFound`, and a refusal with the reason for what the carrier has in its hands
 * or is archived (spec 1 §4).
 */
export async function deleteOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Pick<Session, 'merchantId' | 'username'>,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await findOrderForUpdate(trx, merchantId, id);
    if (!order) throw orderNotFound(id);
    const permission = orderCan.delete({ ...order, isScanned: isScanned(order) });
    if (!permission.allowed) throw new Refusal(permission.reason);

    const at = clock.now();
    await moveToDeletedOrders(trx, order, { at, by: username });
    await writeAudit(trx, [
      {
        merchantId,
        at,
        actor: username,
        action: 'order.deleted',
        subjectId: order.id,
        details: { status: order.orderStatus },
      },
    ]);
  });
}
