import type { Order } from '@portage/contract/orders';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { changeOrders } from './change-orders.ts';
import { locateAddresses } from './locate-addresses.ts';
import { locateAndRate } from './locate-and-rate.ts';
import { findOrderDocument } from './order-queries.ts';
import { orderTransaction } from './order-transaction.ts';

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

  const ids = [orderId];
  const [outcome] = await orderTransaction(db, (trx) =>
    changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      if (order.version !== created.version) return { order };
      const placed = locateAndRate(order, located, { merchant, heavyAllowed, now });
      const details = { from: order.orderStatus, to: placed.orderStatus };
      return {
        order: placed,
        audit: [{ actor: 'system', action: 'order.status_changed', details }],
      };
    }),
  );
  // It was changed meanwhile, by a tag or by another address: begin again with the order as it is.
  if (outcome?.order?.orderStatus === 'CREATED') {
    await locateAndRateOrder(deps, merchantId, orderId);
  }
}
