import { type RawBuilder, sql } from 'kysely';
import type { ShopOrder, UnreadableShopOrder } from '@portage/contract/shop/shop-orders';
import type { Database, Executor } from '../db/database.ts';
import type { ShopDelivery } from './shop-order-parts.ts';

export interface StoredShopOrder {
  shop: string;
  shopOrder: ShopOrder;
  /** The first one first, with cancelled and deleted ones. */
  deliveries: ShopDelivery[];
}

const read = (row: {
  shop: string;
  document: string;
  deliveries: string | null;
}): StoredShopOrder => ({
  shop: row.shop,
  shopOrder: JSON.parse(row.document) as ShopOrder,
  deliveries: row.deliveries === null ? [] : (JSON.parse(row.deliveries) as ShopDelivery[]),
});

const selectShopOrders = (db: Executor, merchantId: string) =>
  db
    .selectFrom('shop_orders')
    .where('merchant_id', '=', merchantId)
    .select((query) => [
      'shop_orders.shop',
      'shop_orders.document',
      query
        .selectFrom('shop_deliveries')
        .leftJoin('orders', (join) =>
          join
            .on('orders.merchant_id', '=', merchantId)
            .onRef('orders.id', '=', 'shop_deliveries.order_id')
            .on('orders.status', '<>', 'CANCELLED'),
        )
        .where('shop_deliveries.merchant_id', '=', merchantId)
        .whereRef('shop_deliveries.shop', '=', 'shop_orders.shop')
        .whereRef('shop_deliveries.shop_order_id', '=', 'shop_orders.shop_order_id')
        .select(
          sql<string | null>`json_agg(json_build_object(
            'partId', shop_deliveries.part_id, 'locationId', shop_deliveries.location_id,
            'orderId', shop_deliveries.order_id, 'isLive', orders.id is not null
          ) order by shop_deliveries.part_id)`.as('deliveries'),
        )
        .as('deliveries'),
    ]);

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

/** In two statements: the second sees deliveries committed during the wait. */
export async function findShopOrderForUpdate(
  trx: Executor,
  merchantId: string,
  shopOrderId: string,
): Promise<StoredShopOrder | undefined> {
  await lockShopOrder(trx, merchantId, shopOrderId);
  return findShopOrder(trx, merchantId, shopOrderId);
}

interface Claim {
  shop: string;
  shopOrderId: string;
  orderId: string;
  locationId: string;
  partIds: readonly string[];
}

/** False if another live order has the whole or a part. */
export async function claimParts(
  trx: Executor,
  merchantId: string,
  { shop, shopOrderId, orderId, locationId, partIds }: Claim,
): Promise<boolean> {
  const ofShopOrder = { shop, shop_order_id: shopOrderId };
  const first = await trx
    .selectFrom('shop_deliveries')
    .select(['order_id as orderId', 'location_id as locationId'])
    .where('merchant_id', '=', merchantId)
    .where((query) => query.and({ ...ofShopOrder, part_id: '' }))
    .executeTakeFirst();
  if (first?.orderId === orderId) {
    await trx
      .updateTable('shop_deliveries')
      .set({ location_id: locationId })
      .where('merchant_id', '=', merchantId)
      .where((query) => query.and({ ...ofShopOrder, part_id: '' }))
      .execute();
  } else if (first?.locationId === null) return false;
  await trx
    .deleteFrom('shop_deliveries')
    .where('merchant_id', '=', merchantId)
    .where((query) => query.and(ofShopOrder))
    .where('part_id', 'in', [...partIds])
    .where(
      sql<boolean>`not exists (
        select from orders where orders.merchant_id = ${merchantId}
          and orders.id = shop_deliveries.order_id and orders.status <> 'CANCELLED')`,
    )
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('shop_deliveries')
    .values(
      partIds.map((partId) => ({
        ...ofShopOrder,
        merchant_id: merchantId,
        part_id: partId,
        location_id: locationId,
        order_id: orderId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'shop', 'shop_order_id', 'part_id']).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === partIds.length;
}

/** Copies existing deliveries to the new shop, unless the former shop's order is stored. Needs the locked link. */
export async function adoptShopDeliveries(
  trx: Executor,
  merchantId: string,
  shop: string,
): Promise<void> {
  await sql`
    insert into shop_deliveries (merchant_id, shop, shop_order_id, order_id)
    select distinct on (shop_order_id) merchant_id, ${shop}::text, shop_order_id, order_id
    from shop_deliveries as named
    where merchant_id = ${merchantId} and shop <> ${shop} and part_id = '' and location_id is null
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

/** False when it has changed in the shop since it was read, and that is stored. */
export async function upsertShopOrder(
  db: Executor,
  merchantId: string,
  { shop, shopOrder }: { shop: string; shopOrder: ShopOrder },
): Promise<boolean> {
  const values = {
    shop,
    is_open: shopOrder.cancelledAt === undefined && shopOrder.fulfilment !== 'fulfilled',
    document: JSON.stringify(shopOrder),
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shop_orders')
    .values({
      merchant_id: merchantId,
      shop_order_id: shopOrder.shopOrderId,
      created_at: new Date(shopOrder.createdAt),
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'shop_order_id'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`(shop_orders.document->>'updatedAt')::bigint <= ${shopOrder.updatedAt}`,
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Locks it, and ignores a missing one. */
export async function changeShopOrder(
  db: Database,
  merchantId: string,
  shopOrderId: string,
  change: (shopOrder: ShopOrder) => ShopOrder,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await findShopOrderForUpdate(trx, merchantId, shopOrderId);
    if (!stored) return;
    const { shop, shopOrder } = stored;
    await upsertShopOrder(trx, merchantId, { shop, shopOrder: change(shopOrder) });
  });
}

/** An empty part means the shop order as a whole. */
const isShipped = (merchantId: string, part: RawBuilder<unknown>) => sql<boolean>`exists (
  select from shop_deliveries
  join orders on orders.merchant_id = ${merchantId} and orders.id = shop_deliveries.order_id
    and orders.status <> 'CANCELLED'
  where shop_deliveries.merchant_id = ${merchantId} and shop_deliveries.shop = shop_orders.shop
    and shop_deliveries.shop_order_id = shop_orders.shop_order_id
    and (shop_deliveries.part_id = ${part}
      or shop_deliveries.part_id = '' and shop_deliveries.location_id is null))`;

/** Newest first, of one shop or all. */
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
    .$if(show === 'placed', (query) =>
      query.where(isShipped(merchantId, sql`shop_deliveries.part_id`)),
    )
    .$if(show === 'open', (query) =>
      query.where('shop_orders.is_open', '=', true).where(
        sql<boolean>`exists (
          select from json_array_elements(coalesce(shop_orders.document->'parts', '[{"id": ""}]')) part
          where not ${isShipped(merchantId, sql`part.value->>'id'`)})`,
      ),
    )
    .orderBy('shop_orders.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(read);
}

/** Deletes all or some of a shop's orders, for privacy webhooks. */
export async function deleteShopOrders(
  db: Executor,
  merchantId: string,
  shop: string,
  shopOrderIds?: readonly string[],
): Promise<void> {
  for (const table of ['shop_orders', 'unreadable_shop_orders'] as const) {
    await db
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('shop', '=', shop)
      .$if(shopOrderIds !== undefined, (query) =>
        query.where('shop_order_id', '=', sql<string>`any(${shopOrderIds}::text[])`),
      )
      .execute();
  }
}

/** Limit of listed and retried unreadable orders. */
const MOST_UNREADABLE = 20;

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

export async function upsertUnreadableShopOrder(
  db: Executor,
  merchantId: string,
  shop: string,
  { shopOrderId, number, reason, failedAt }: UnreadableShopOrder,
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
