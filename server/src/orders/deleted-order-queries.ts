import { sql } from 'kysely';
import { orderCan, OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';
import { anyOf, newestFirst } from './order-search.ts';

/** Deletes permanently. */
export async function deleteOrdersDeletedBefore(
  trx: Executor,
  merchantId: string,
  { before, most }: { before: EpochMillis; most: number },
): Promise<string[]> {
  const some = trx
    .selectFrom('deleted_orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', '<', timestamp(before))
    .limit(most);
  const rows = await trx
    .deleteFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', some)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes permanently, whether deleted before or not. */
export async function deleteSomeOrders(
  trx: Executor,
  merchantId: string,
  { table, most }: { table: 'orders' | 'deleted_orders'; most: number },
): Promise<string[]> {
  const rows = await trx
    .deleteFrom(table)
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', (some) =>
      some.selectFrom(table).select('id').where('merchant_id', '=', merchantId).limit(most),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteTrackingNumbers(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('tracking_numbers')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .execute();
}

/** Returns the photos' ids. */
export async function deleteEditsAndPhotos(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<{ orderId: string; photoId: string }[]> {
  await trx
    .deleteFrom('order_edits')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .execute();
  return trx
    .deleteFrom('order_photos')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .returning(['order_id as orderId', sql<string>`id`.as('photoId')])
    .execute();
}

/** Statuses in which unscanned orders may be deleted. */
const DELETABLE = OrderStatus.options.filter(
  (orderStatus) => orderCan.delete({ orderStatus, isScanned: false }).allowed,
);

export async function hasUndeletableOrders(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where((or) => or.or([or('is_scanned', '=', true), or('status', 'not in', DELETABLE)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listDeletableIds(
  db: Executor,
  merchantId: string,
  { importId, limit }: { importId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('is_scanned', '=', false)
    .where('status', 'in', DELETABLE)
    .orderBy(newestFirst)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countOrdersOfImport(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<number> {
  const counted = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return counted.count;
}

const selectDeletedOrders = (db: Executor, merchantId: string, ids: readonly string[]) =>
  db
    .selectFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids));

/** Removes and returns orders deleted since a timestamp. */
export async function takeDeletedOrders(
  trx: Executor,
  merchantId: string,
  { ids, deletedSince }: { ids: readonly string[]; deletedSince: EpochMillis },
): Promise<Order[]> {
  // Locked in the sequence of their ids, so that two calls do not deadlock.
  const locked = selectDeletedOrders(trx, merchantId, ids)
    .select('id')
    .where('deleted_at', '>=', timestamp(deletedSince))
    .orderBy('id')
    .forUpdate();
  const rows = await trx
    .deleteFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', locked)
    .returning('document')
    .execute();
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

/** Lists deleted orders that have the whole number in a custom field. */
export async function listDeletedOrdersWith(
  db: Executor,
  merchantId: string,
  digits: string,
): Promise<Order[]> {
  const rows = await db
    .selectFrom('deleted_orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where(
      sql<boolean>`
      regexp_split_to_array(document ->> 'customFields', '\\D+') @> array[${digits}]`,
    )
    .execute();
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

export async function findDeletedOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Order[]> {
  const rows = await selectDeletedOrders(db, merchantId, ids).select('document').execute();
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

export async function lockShopOrders(
  trx: Executor,
  merchantId: string,
  shopOrderIds: readonly string[],
): Promise<void> {
  await trx
    .selectFrom('shop_orders')
    .select('shop_order_id')
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', 'in', shopOrderIds)
    .orderBy('shop_order_id')
    .forUpdate()
    .execute();
}

export async function listOrdersDelivering(
  db: Executor,
  merchantId: string,
  shopOrderIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('shop_deliveries')
    .select('order_id')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', 'in', shopOrderIds)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

export async function findDeletedOrdersForUpdate(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Order[]> {
  const rows = await selectDeletedOrders(trx, merchantId, ids)
    .select('document')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

export async function updateDeletedOrder(trx: Executor, order: Order): Promise<void> {
  await trx
    .updateTable('deleted_orders')
    .set({ document: JSON.stringify(order) })
    .where('merchant_id', '=', order.merchantId)
    .where('id', '=', order.id)
    .execute();
}

/** Newest deletion first. */
export function listDeletedOrders(
  db: Executor,
  merchantId: string,
  { deletedSince, limit }: { deletedSince: EpochMillis; limit: number },
) {
  return db
    .selectFrom('deleted_orders')
    .select(['id', 'deleted_at as deletedAt', 'deleted_by as deletedBy'])
    .select(sql<string>`document->>'trackingNumber'`.as('trackingNumber'))
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', '>=', timestamp(deletedSince))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Takes distinct ids. */
export async function hasDeletedOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await selectDeletedOrders(db, merchantId, ids).select('id').execute();
  return rows.length === ids.length;
}
