import { sql } from 'kysely';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { shareLock } from '../db/advisory-lock.ts';

/**
 * Notes new orders as the delivery orders of the shop orders that their custom fields name (spec 1 §3),
 * in the linked shop. A shop order keeps its first delivery order until that is cancelled or deleted.
 */
export async function insertShopDeliveries(trx: Executor, orders: readonly Order[]): Promise<void> {
  const named = orders.flatMap((order) => {
    const shopOrderId = shopOrderIdOf(order);
    return shopOrderId === undefined ? [] : [{ ...order, shopOrderId }];
  });
  for (const [merchantId, those] of Map.groupBy(named, (order) => order.merchantId)) {
    // Sorted, so that two batches never wait for each other.
    those.sort((one, other) => (one.shopOrderId < other.shopOrderId ? -1 : 1));
    // Linking a shop copies deliveries, and must see these.
    await shareLock(trx, 'shop deliveries', merchantId);
    const shop = sql<string>`coalesce((select shop from shops where merchant_id = ${merchantId}), '')`;
    const rows = those.map(({ id, shopOrderId }) => ({
      merchant_id: merchantId,
      shop,
      shop_order_id: shopOrderId,
      order_id: id,
    }));
    await deleteEndedDeliveries(
      trx,
      merchantId,
      rows.map(({ shop_order_id }) => shop_order_id),
    );
    await trx
      .insertInto('shop_deliveries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'shop', 'shop_order_id']).doNothing(),
      )
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
