import { sql } from 'kysely';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { notifyOrderChanges } from './changes/order-change-queries.ts';
import { orderFacets } from './order-facets.ts';
import { anyOf } from './order-search.ts';

/**
 * A value as JSON in ASCII, every other character escaped. One character beyond Latin-1, such as ’,
 * makes JavaScript keep a whole text in two bytes a character (docs/decisions/0007).
 */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The columns of an order beside its document: what filters, sorts and constraints need of it. */
function projectedColumns(order: Order) {
  return {
    merchant_id: order.merchantId,
    id: order.id,
    created_at: new Date(order.createdAt),
    status: order.orderStatus,
    tracking_number: order.trackingNumber,
    version: order.version,
    ...orderFacets(order),
  };
}

/** The columns of an order, all of them. */
const orderColumns = (order: Order) => ({
  ...projectedColumns(order),
  document: asciiJson(order),
});

/** The columns by which an order is found however far it has travelled, beside its key and time. */
const SEARCHABLE = [
  'service',
  'delivery_type',
  'is_business',
  'origin_postal_code',
  'display_name',
  'tags',
  'search',
] as const;

/** The columns of what searches find orders by. */
const SEARCHABLE_ROW = ['merchant_id', 'id', 'created_at', ...SEARCHABLE] as const;

/** A statement that adds orders, and what searches find them by. */
const addOrders = (db: Executor, orders: readonly Order[]) =>
  db
    .with('written', (query) =>
      query.insertInto('orders').values(orders.map(orderColumns)).returning(SEARCHABLE_ROW),
    )
    .with('searchable', (query) =>
      query
        .insertInto('searchable_orders')
        .columns(SEARCHABLE_ROW)
        .expression((written) => written.selectFrom('written').select(SEARCHABLE_ROW)),
    );

/** Adds new orders, and where their tracking numbers lead, in one statement. */
export async function insertOrders(db: Executor, orders: readonly Order[]): Promise<void> {
  const numbers = orders.map(({ trackingNumber, id, merchantId }) => ({
    tracking_number: trackingNumber,
    order_id: id,
    merchant_id: merchantId,
  }));
  const writing = addOrders(db, orders).with('numbered', (query) =>
    query.insertInto('tracking_numbers').values(numbers),
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

/** Of the columns of changed orders, what statements here name. */
interface ChangedColumns {
  id: string;
}

/** Columns as the changed order has them. */
const takenOver = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.ref(`changed.${name}`)]));

/** What searches find an order by, as a row of a table. */
const rowOf = (table: string) =>
  sql`(${sql.join(SEARCHABLE.map((name) => sql.ref(`${table}.${name}`)))})`;

/**
 * Saves orders of the merchant that `findOrdersForUpdate` locked, in one statement: their documents
 * and their columns together, and what searches find them by where that is not as it was.
 */
export async function updateOrders(
  trx: Executor,
  merchantId: string,
  orders: readonly Order[],
): Promise<void> {
  const rows = orders.map((order) => {
    const { merchant_id: _same, created_at: _unchanging, ...columns } = projectedColumns(order);
    return columns;
  });
  const names = Object.keys(rows[0] ?? {});
  // The documents apart from the other columns: among them, they would be parsed twice.
  const changed = sql<ChangedColumns>`(
    select ${sql.join(names.map((name) => sql.ref(name)))}, value as document
    from rows from (
      json_populate_recordset(null::orders, ${asciiJson(rows)}::json),
      json_array_elements(${asciiJson(orders)}::json)
    )
  )`;
  const columns = [...names.filter((name) => name !== 'id'), 'document'];
  const writing = trx
    .with('changed', () => changed)
    .with('written', (query) =>
      query
        .updateTable('orders')
        .from('changed')
        .set(takenOver(columns))
        .where('merchant_id', '=', merchantId)
        .whereRef('orders.id', '=', 'changed.id'),
    )
    .with('searchable', (query) =>
      query
        .updateTable('searchable_orders')
        .from('changed')
        .set(takenOver(SEARCHABLE))
        .where('merchant_id', '=', merchantId)
        .whereRef('searchable_orders.id', '=', 'changed.id')
        .where(sql<boolean>`${rowOf('searchable_orders')} is distinct from ${rowOf('changed')}`),
    );
  await notifyOrderChanges(writing, orders, { isDeleted: false });
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
