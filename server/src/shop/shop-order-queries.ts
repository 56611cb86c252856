import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import type { Executor } from '../db/database.ts';

/** A shop order as it is stored, and the delivery order that it became. */
export interface StoredShopOrder {
  shopOrder: ShopOrder;
  orderId: string | null;
}

const read = (row: { document: string; order_id: string | null }): StoredShopOrder => ({
  shopOrder: JSON.parse(row.document) as ShopOrder,
  orderId: row.order_id,
});

/** A shop order of the merchant; with `lock`, nobody else changes it until the transaction ends. */
export async function findShopOrder(
  db: Executor,
  merchantId: string,
  shopOrderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredShopOrder | undefined> {
  const row = await db
    .selectFrom('shop_orders')
    .select(['document', 'order_id'])
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', '=', shopOrderId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && read(row);
}

/** Stores what the shop says of an order now; the delivery order stays. */
export async function upsertShopOrder(
  db: Executor,
  merchantId: string,
  { shop, shopOrder }: { shop: string; shopOrder: ShopOrder },
): Promise<void> {
  const values = {
    shop,
    is_open: shopOrder.cancelledAt === undefined && shopOrder.fulfilment !== 'fulfilled',
    document: JSON.stringify(shopOrder),
  };
  await db
    .insertInto('shop_orders')
    .values({
      merchant_id: merchantId,
      shop_order_id: shopOrder.shopOrderId,
      created_at: new Date(shopOrder.createdAt),
      order_id: null,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'shop_order_id']).doUpdateSet(values),
    )
    .execute();
}

/** Notes the delivery order that a shop order became; undefined takes it away. */
export async function updateShopOrderOrder(
  trx: Executor,
  merchantId: string,
  shopOrderId: string,
  orderId: string | undefined,
): Promise<void> {
  await trx
    .updateTable('shop_orders')
    .set({ order_id: orderId ?? null })
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', '=', shopOrderId)
    .execute();
}

/**
 * The newest shop orders of a merchant, of one shop or of every one it was linked to: all, those that
 * became orders, or those still to be placed.
 */
export async function listShopOrders(
  db: Executor,
  merchantId: string,
  {
    show,
    shop,
    limit,
  }: { show: 'all' | 'placed' | 'open'; shop?: string | undefined; limit: number },
): Promise<StoredShopOrder[]> {
  const rows = await db
    .selectFrom('shop_orders')
    .select(['document', 'order_id'])
    .where('merchant_id', '=', merchantId)
    .$if(shop !== undefined, (query) => query.where('shop', '=', shop ?? ''))
    .$if(show === 'placed', (query) => query.where('order_id', 'is not', null))
    .$if(show === 'open', (query) =>
      query.where('order_id', 'is', null).where('is_open', '=', true),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(read);
}

/** Deletes shop orders of a merchant, as privacy webhooks ask: all of a shop, or some. */
export async function deleteShopOrders(
  db: Executor,
  merchantId: string,
  shop: string,
  shopOrderIds?: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('shop_orders')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .$if(shopOrderIds !== undefined, (query) =>
      query.where('shop_order_id', 'in', [...(shopOrderIds ?? []), '']),
    )
    .execute();
}
