import { sql } from 'kysely';
import type { ShopOrder, UnreadableShopOrder } from '@portage/contract/shop/shop-orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { takeLock } from '../db/advisory-lock.ts';

/** A shop order as it is stored, and its delivery order. */
export interface StoredShopOrder {
  shop: string;
  shopOrder: ShopOrder;
  /** Null without a delivery order, also where it was cancelled or deleted. */
  orderId: string | null;
}

const read = (row: {
  shop: string;
  document: string;
  order_id: string | null;
}): StoredShopOrder => ({
  shop: row.shop,
  shopOrder: JSON.parse(row.document) as ShopOrder,
  orderId: row.order_id,
});

/** The shop orders of a merchant, each with its delivery order. */
const selectShopOrders = (db: Executor, merchantId: string) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('shop_orders')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .as('shop_orders'),
    )
    .leftJoin('shop_deliveries', (join) =>
      join
        .on('shop_deliveries.merchant_id', '=', merchantId)
        .onRef('shop_deliveries.shop', '=', 'shop_orders.shop')
        .onRef('shop_deliveries.shop_order_id', '=', 'shop_orders.shop_order_id'),
    )
    .leftJoin('orders', (join) =>
      join
        .on('orders.merchant_id', '=', merchantId)
        .onRef('orders.id', '=', 'shop_deliveries.order_id')
        .on('orders.status', '<>', 'CANCELLED'),
    )
    .select(['shop_orders.shop', 'shop_orders.document', 'orders.id as order_id']);

/** A shop order of the merchant. */
export async function findShopOrder(
  db: Executor,
  merchantId: string,
  shopOrderId: string,
): Promise<StoredShopOrder | undefined> {
  const row = await selectShopOrders(db, merchantId)
    .where('shop_orders.shop_order_id', '=', shopOrderId)
    .executeTakeFirst();
  return row && read(row);
}

/** Locks a shop order of the merchant until the transaction ends. */
export async function lockShopOrder(
  trx: Executor,
  merchantId: string,
  shopOrderId: string,
): Promise<void> {
  await trx
    .selectFrom('shop_orders')
    .select('shop_order_id')
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', '=', shopOrderId)
    .forUpdate()
    .execute();
}

/** Returns the delivery order of a shop order, in any status. */
export async function findDelivery(
  db: Executor,
  merchantId: string,
  { shop, shopOrderId }: { shop: string; shopOrderId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('shop_deliveries')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .where('shop_order_id', '=', shopOrderId)
    .executeTakeFirst();
  return row?.order_id;
}

/**
 * Makes the merchant's orders that name shop orders count for a shop that is being linked, except those
 * that are known to be of another shop.
 */
export async function adoptShopDeliveries(
  trx: Executor,
  merchantId: string,
  shop: string,
): Promise<void> {
  await takeLock(trx, 'shop deliveries', merchantId);
  await sql`
    insert into shop_deliveries (merchant_id, shop, shop_order_id, order_id)
    select distinct on (shop_order_id) merchant_id, ${shop}::text, shop_order_id, order_id
    from shop_deliveries as named
    where merchant_id = ${merchantId} and shop <> ${shop}
      and not exists (
        select from shop_orders
        where shop_orders.merchant_id = ${merchantId}
          and shop_orders.shop_order_id = named.shop_order_id and shop_orders.shop = named.shop
      )
    order by shop_order_id, (
      select status = 'CANCELLED' from orders
      where orders.merchant_id = ${merchantId} and orders.id = named.order_id
    ) nulls last
    on conflict do nothing`.execute(trx);
}

/** Stores what the shop says of an order now. */
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
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'shop_order_id']).doUpdateSet(values),
    )
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
  const rows = await selectShopOrders(db, merchantId)
    .$if(shop !== undefined, (query) => query.where('shop_orders.shop', '=', shop ?? ''))
    .$if(show === 'placed', (query) => query.where('orders.id', 'is not', null))
    .$if(show === 'open', (query) =>
      query.where('orders.id', 'is', null).where('shop_orders.is_open', '=', true),
    )
    .orderBy('shop_orders.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(read);
}

/** Lists the delivery orders of a shop's orders: all of the shop, or some. */
export async function listDeliveries(
  db: Executor,
  merchantId: string,
  shop: string,
  shopOrderIds?: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_deliveries')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .$if(shopOrderIds !== undefined, (query) =>
      query.where('shop_order_id', 'in', [...(shopOrderIds ?? []), '']),
    )
    .execute();
  return rows.map(({ order_id }) => order_id);
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
  await db
    .deleteFrom('unreadable_shop_orders')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .$if(shopOrderIds !== undefined, (query) =>
      query.where('shop_order_id', 'in', [...(shopOrderIds ?? []), '']),
    )
    .execute();
}

/** Limit of listed and retried unreadable orders. */
const MOST_UNREADABLE = 20;

/** The newest shop orders of a merchant that could not be read. */
export async function listUnreadableShopOrders(
  db: Executor,
  merchantId: string,
): Promise<UnreadableShopOrder[]> {
  const rows = await db
    .selectFrom('unreadable_shop_orders')
    .select(['shop_order_id', 'number', 'reason', 'failed_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('failed_at', 'desc')
    .limit(MOST_UNREADABLE)
    .execute();
  return rows.map(({ shop_order_id, number, reason, failed_at }) => ({
    shopOrderId: shop_order_id,
    ...(number !== null && { number }),
    ...(reason !== null && { reason }),
    failedAt: failed_at,
  }));
}

/** Notes that a shop order could not be read. */
export async function upsertUnreadableShopOrder(
  db: Executor,
  merchantId: string,
  shop: string,
  {
    shopOrderId,
    number,
    reason,
    failedAt,
  }: {
    shopOrderId: string;
    number?: string | undefined;
    reason?: string | undefined;
    failedAt: EpochMillis;
  },
): Promise<void> {
  const values = { shop, reason: reason ?? null, failed_at: new Date(failedAt) };
  await db
    .insertInto('unreadable_shop_orders')
    .values({
      merchant_id: merchantId,
      shop_order_id: shopOrderId,
      number: number ?? null,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'shop_order_id']).doUpdateSet(values),
    )
    .execute();
}

/** Takes a shop order that was read off those that could not be. */
export async function deleteUnreadableShopOrder(
  db: Executor,
  merchantId: string,
  shopOrderId: string,
): Promise<void> {
  await db
    .deleteFrom('unreadable_shop_orders')
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', '=', shopOrderId)
    .execute();
}
