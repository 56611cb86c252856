import type { Order } from '@portage/contract/orders';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { locateAddresses } from './locate-addresses.ts';
import { locateAndRate } from './locate-and-rate.ts';
import { findOrderDocument, findOrderForUpdate, updateOrder } from './order-queries.ts';

/**
 * The background work after an order was created: locates its addresses, rates it, and saves what
 * came of it. An order that has moved on, in an earlier run or by other hands, is left alone.
 */
export async function locateAndRateOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'places'>,
  merchantId: string,
  orderId: string,
): Promise<void> {
  const { db, clock, places } = deps;
  const document = await findOrderDocument(db, merchantId, orderId);
  if (document === undefined) return;
  const created = JSON.parse(document) as Order;
  if (created.orderStatus !== 'CREATED') return;

  const [located, merchant, heavyAllowed] = await Promise.all([
    locateAddresses(places, created),
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);

  const isSaved = await db.transaction().execute(async (trx) => {
    const order = await findOrderForUpdate(trx, merchantId, orderId);
    if (order?.version !== created.version) return false;
    const now = clock.now();
    const placed = locateAndRate(order, located, { merchant, heavyAllowed, now });
    await updateOrder(trx, placed);
    await writeAudit(trx, [
      {
        merchantId,
        at: now,
        actor: 'system',
        action: 'order.status_changed',
        subjectId: orderId,
        details: { from: order.orderStatus, to: placed.orderStatus },
      },
    ]);
    return true;
  });
  // It was changed meanwhile, by a tag or by another address: begin again with the order as it is.
  if (!isSaved) await locateAndRateOrder(deps, merchantId, orderId);
}
