import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { notifyOrderChanges } from './changes/order-change-queries.ts';
import { asciiJson } from './ascii-json.ts';
import { orderFacets } from './order-facets.ts';
import { orderRows } from './order-rows-queries.ts';
import { anyOf } from './order-search.ts';
import { SEARCHABLE } from './searchable-columns.ts';

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

/** A statement that adds orders, and what searches find them by. */
function addOrders(db: Executor, orders: readonly Order[]) {
  const { names, selection } = orderRows(orders, orderColumns);
  const columns = [...names, 'document'] as const;
  return db
    .with('arrived', () => selection)
    .with('written', (query) =>
      query
        .insertInto('orders')
        .columns(columns)
        .expression((arrived) => arrived.selectFrom('arrived').select(columns)),
    )
    .with('searchable', (query) =>
      query
        .insertInto('searchable_orders')
        .columns(SEARCHABLE_ROW)
        .expression((arrived) => arrived.selectFrom('arrived').select(SEARCHABLE_ROW)),
    );
}

/** Adds new orders, and where their tracking numbers lead, in one statement. */
export async function insertOrders(db: Executor, orders: readonly Order[]): Promise<void> {
  const writing = addOrders(db, orders).with('numbered', (query) =>
    query
      .insertInto('tracking_numbers')
      .columns(['tracking_number', 'order_id', 'merchant_id'])
      .expression((arrived) =>
        arrived.selectFrom('arrived').select(['tracking_number', 'id', 'merchant_id']),
      ),
  );
  await notifyOrderChanges(writing, orders, { isDeleted: false });
}

/** Adds an order that was deleted and is restored: its tracking number leads to it still. */
export async function insertRestoredOrder(trx: Executor, order: Order): Promise<void> {
  await notifyOrderChanges(addOrders(trx, [order]), [order], { isDeleted: false });
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
  const writing = trx
    .with('gone', (query) =>
      query.deleteFrom('orders').where('merchant_id', '=', merchantId).where('id', '=', anyOf(ids)),
    )
    .with('unfound', (query) =>
      query
        .deleteFrom('searchable_orders')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', anyOf(ids)),
    )
    .with('written', (query) => query.insertInto('deleted_orders').values(rows));
  await notifyOrderChanges(writing, orders, { isDeleted: true });
}
