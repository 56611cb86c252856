import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { notifyOrderChanges } from './changes/order-change-queries.ts';
import { asciiJson } from './ascii-json.ts';
import { orderFacets } from './order-facets.ts';
import { columnRows, orderRows } from './order-rows-queries.ts';
import { anyOf } from './order-search.ts';
import { SEARCHABLE } from './searchable-columns.ts';
import { insertShopDeliveries } from './shop-delivery-queries.ts';

/** What filters, sorts and constraints need of an order, beside its document. */
function orderColumns(order: Order) {
  return {
    merchant_id: order.merchantId,
    id: order.id,
    created_at: new Date(order.createdAt),
    status: order.orderStatus,
    tracking_number: order.trackingNumber,
    version: order.version,
    import_id: order.importId ?? null,
    ref_number: order.refNumber ?? null,
    ...orderFacets(order),
  };
}

/** The columns of what searches find orders by. */
const SEARCHABLE_ROW = ['merchant_id', 'id', 'created_at', ...SEARCHABLE] as const;

/** Adds orders, and what searches find them by. */
async function addOrders(trx: Executor, orders: readonly Order[]): Promise<void> {
  const { names, selection } = orderRows(orders, orderColumns);
  await trx
    .insertInto('orders')
    .columns([...names, 'document'])
    .expression(selection)
    .execute();
  await trx
    .insertInto('searchable_orders')
    .columns(SEARCHABLE_ROW)
    .expression(columnRows(orders.map(orderColumns), SEARCHABLE_ROW))
    .execute();
}

/** Adds new orders, and where their tracking numbers lead, in one statement a table. */
export async function insertOrders(trx: Executor, orders: readonly Order[]): Promise<void> {
  await addOrders(trx, orders);
  await insertShopDeliveries(trx, orders);
  const numbers = orders.map(({ trackingNumber, id, merchantId }) => {
    return { tracking_number: trackingNumber, id, merchant_id: merchantId };
  });
  await trx
    .insertInto('tracking_numbers')
    .columns(['tracking_number', 'order_id', 'merchant_id'])
    .expression(columnRows(numbers, ['tracking_number', 'id', 'merchant_id']))
    .execute();
  await notifyOrderChanges(trx, orders, { isDeleted: false });
}

/** Adds an order that was deleted and is restored: its tracking number leads to it still. */
export async function insertRestoredOrder(trx: Executor, order: Order): Promise<void> {
  await addOrders(trx, [order]);
  await notifyOrderChanges(trx, [order], { isDeleted: false });
}

/** The document of an order of the merchant, as text. */
export async function findOrderDocument(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.document;
}

/** The documents of those of some orders of the merchant that exist, as text. */
export function findOrderDocuments(db: Executor, merchantId: string, ids: readonly string[]) {
  return db
    .selectFrom('orders')
    .select(['id', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids))
    .execute();
}

/**
 * Those of some orders of the merchant that exist, locked until the transaction ends, to be changed
 * and saved. They are locked in the order of their ids, so that two batches never wait for each other.
 */
export async function findOrdersForUpdate(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Order[]> {
  const rows = await trx
    .selectFrom('orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

/** Takes orders of the merchant that were locked out of the orders, and keeps them as deleted. */
export async function moveToDeletedOrders(
  trx: Executor,
  merchantId: string,
  orders: readonly Order[],
  deletion: { at: EpochMillis; by: string },
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const rows = orders.map((order) => ({
    merchant_id: merchantId,
    id: order.id,
    created_at: new Date(order.createdAt),
    version: order.version,
    deleted_at: new Date(deletion.at),
    deleted_by: deletion.by,
    document: asciiJson(order),
  }));
  await trx
    .with('gone', (query) =>
      query.deleteFrom('orders').where('merchant_id', '=', merchantId).where('id', '=', anyOf(ids)),
    )
    .deleteFrom('searchable_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids))
    .execute();
  await trx.insertInto('deleted_orders').values(rows).execute();
  await notifyOrderChanges(trx, orders, { isDeleted: true });
}
