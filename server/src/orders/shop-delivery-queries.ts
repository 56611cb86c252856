import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';

/**
 * Notes new orders as the delivery orders of the shop orders that their custom fields name (spec 1 §3).
 * A shop order keeps its first delivery order until that is cancelled or deleted.
 */
export async function insertShopDeliveries(trx: Executor, orders: readonly Order[]): Promise<void> {
  const rows = orders.flatMap((order) => {
    const id = shopOrderIdOf(order);
    const { merchantId: merchant_id, id: order_id } = order;
    return id === undefined ? [] : [{ merchant_id, shop_order_id: id, order_id }];
  });
  for (const [merchantId, those] of Map.groupBy(rows, ({ merchant_id }) => merchant_id)) {
    // Always in one sequence, so that two batches never wait for each other.
    those.sort((one, other) => (one.shop_order_id < other.shop_order_id ? -1 : 1));
    const ids = those.map(({ shop_order_id }) => shop_order_id);
    await deleteEndedDeliveries(trx, merchantId, ids);
    await trx
      .insertInto('shop_deliveries')
      .values(those)
      .onConflict((conflict) => conflict.columns(['merchant_id', 'shop_order_id']).doNothing())
      .execute();
  }
}

/** Frees shop orders whose delivery order is cancelled or deleted. */
async function deleteEndedDeliveries(
  trx: Executor,
  merchantId: string,
  shopOrderIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('shop_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', 'in', shopOrderIds)
    .where((query) =>
      query.not(
        query.exists(
          query
            .selectFrom('orders')
            .select('id')
            .where('merchant_id', '=', merchantId)
            .whereRef('orders.id', '=', 'shop_deliveries.order_id')
            .where('status', '<>', 'CANCELLED'),
        ),
      ),
    )
    .execute();
}
