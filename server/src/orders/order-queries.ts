import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { notifyOrderChanges } from './order-change-queries.ts';
import { orderFacets, hasSameLastingFacets, travelFacets } from './order-document.ts';
import { anyOf } from './order-search.ts';
import { sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { timestamp } from '../db/timestamp.ts';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { shareLock } from '../db/advisory-lock.ts';

/**
 * Records new orders as the deliveries of the shop orders that they name (spec 1 §3). A shop order
 * keeps its first one until that is cancelled or deleted.
 */
async function insertShopDeliveries(trx: Executor, orders: readonly Order[]): Promise<void> {
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

/**
 * Lists up to `most` orders in one status whose timeline ended before a timestamp. Created
 * earlier, too, so that `orders_by_status` leads to few.
 */
export async function listOrdersSilentSince(
  db: Executor,
  merchantId: string,
  { status, since, most }: { status: OrderStatus; since: EpochMillis; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', status)
    .where('created_at', '<', timestamp(since))
    .where(sql<boolean>`(document->'timelineEvents'->-1->>'timestamp')::bigint < ${since}::bigint`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

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

/** Reads orders and locks them in the sequence of their ids, so that batches do not deadlock. */
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

/** Those of some references that orders of the merchant have. */
export async function listKnownReferences(
  db: Executor,
  merchantId: string,
  references: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('ref_number')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('ref_number', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return rows.flatMap(({ ref_number }) => ref_number ?? []);
}

/** The most orders for one recipient that are compared with a new one. */
const MOST_COMPARED = 50;

/** Documents of the merchant's orders since a timestamp for a recipient of a name, newest first. */
export async function listDocumentsForRecipient(
  db: Executor,
  merchantId: string,
  { name, since }: { name: string; since: EpochMillis },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', timestamp(since))
    .where(sql<boolean>`lower(recipient_name) = lower(${name})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_COMPARED)
    .execute();
  return rows.map(({ document }) => document);
}

/** The most recent orders that are looked through: their promises are in their documents. */
const MOST_LOOKED_THROUGH = 10_000;

interface PromisedPeriod {
  readonly from: EpochMillis;
  /** Exclusive. */
  readonly to: EpochMillis;
  /** Orders created earlier are promised for earlier days. */
  readonly createdSince: EpochMillis;
  readonly statuses: readonly OrderStatus[];
  readonly limit: number;
}

/** Lists orders whose window, or estimate, ends within a period, earliest first. */
export async function listPromisedOrders(
  db: Executor,
  merchantId: string,
  { from, to, createdSince, statuses, limit }: PromisedPeriod,
) {
  const until = sql<EpochMillis>`coalesce(
    (document ->> 'completeBefore')::bigint,
    (document -> 'rateChoice' ->> 'epochEstimateTo')::bigint)`;
  return db
    .selectFrom(
      db
        .selectFrom('orders')
        .select(['id', 'tracking_number', 'status', 'service', 'recipient_name'])
        .select(until.as('promised_until'))
        .where('merchant_id', '=', merchantId)
        .where('created_at', '>=', timestamp(createdSince))
        .where('status', 'in', statuses)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_LOOKED_THROUGH)
        .as('recent'),
    )
    .selectAll()
    .where('promised_until', '>=', from)
    .where('promised_until', '<', to)
    .orderBy('promised_until')
    .orderBy('id')
    .limit(limit)
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

/** The columns for filters, sorts and constraints. */
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

/** An order as it was locked, and as it becomes. */
export interface OrderUpdate {
  before: Order;
  order: Order;
}

/**
 * Saves orders that `findOrdersForUpdate` locked, in one statement for those with the same search
 * columns and one for the others.
 */
export async function updateOrders(
  trx: Executor,
  merchantId: string,
  updates: readonly OrderUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  const isTravelled = ({ before, order }: OrderUpdate) => hasSameLastingFacets(before, order);
  const writes = Array.from(Map.groupBy(updates, isTravelled), ([travelled, those]) => {
    const write = travelled ? writeTravelled : writeEdited;
    return write(
      trx,
      merchantId,
      those.map(({ order }) => order),
    );
  });
  const orders = updates.map(({ order }) => order);
  await Promise.all([...writes, notifyOrderChanges(trx, orders, { isDeleted: false })]);
}

/** Writes orders which are found as before. */
async function writeTravelled(
  trx: Executor,
  merchantId: string,
  orders: readonly Order[],
): Promise<void> {
  const { statement, columns, ids } = withChanged(trx, orders, travelColumns);
  await statement
    .updateTable('orders')
    .from('changed')
    .set(takenOver(columns))
    .where('merchant_id', '=', merchantId)
    .where('orders.id', '=', ids)
    .whereRef('orders.id', '=', 'changed.id')
    .execute();
}

/** Writes orders, and what searches find them by. */
async function writeEdited(
  trx: Executor,
  merchantId: string,
  orders: readonly Order[],
): Promise<void> {
  const { statement, columns, ids } = withChanged(trx, orders, allColumns);
  await statement
    .with('written', (query) =>
      query
        .updateTable('orders')
        .from('changed')
        .set(takenOver(columns))
        .where('merchant_id', '=', merchantId)
        .where('orders.id', '=', ids)
        .whereRef('orders.id', '=', 'changed.id'),
    )
    .updateTable('searchable_orders')
    .from('changed')
    .set(takenOver(SEARCHABLE))
    .where('merchant_id', '=', merchantId)
    .where('searchable_orders.id', '=', ids)
    .whereRef('searchable_orders.id', '=', 'changed.id')
    .execute();
}

/**
 * Begins a statement with `changed`, the given columns and documents. It names the ids, too:
 * PostgreSQL expects a thousand rows from `changed` alone.
 */
function withChanged(trx: Executor, orders: readonly Order[], columnsOf: typeof travelColumns) {
  const { names, selection } = orderRows(orders, columnsOf);
  const columns = [...names.filter((name) => name !== 'id'), 'document'];
  const ids = anyOf(orders.map(({ id }) => id));
  return { statement: trx.with('changed', () => selection), columns, ids };
}

/** The columns that change while an order travels. */
const travelColumns = (order: Order) => ({
  id: order.id,
  status: order.orderStatus,
  version: order.version,
  ...travelFacets(order),
});

/** The same of an order that was edited. */
const allColumns = (order: Order) => ({ ...travelColumns(order), ...orderFacets(order) });

/** Columns as the changed order has them. */
const takenOver = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.ref(`changed.${name}`)]));

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

/** Columns of `orders`, of which none is the document. */
type OrderColumn = Exclude<keyof Tables['orders'], 'document'>;

/**
 * Selects orders as rows, in two parameters: half the cost of a parameter a value. At least one
 * order.
 */
function orderRows<Column extends OrderColumn>(
  orders: readonly Order[],
  columnsOf: (order: Order) => Readonly<Record<Column, unknown>>,
) {
  const rows = orders.map(columnsOf);
  const names = Object.keys(rows[0] ?? {}) as Column[];
  // Apart from the columns, or they would be parsed twice; JSON has no line breaks.
  const documents = Buffer.from(orders.map(asciiJson).join('\n'), 'latin1');
  const selection = sql<Tables['orders']>`(
    select ${columnList(names)}, string_to_table::json as document
    from rows from (
      json_populate_recordset(null::orders, ${asciiJson(rows)}::json),
      string_to_table(${documents}::text, chr(10))
    )
  )`;
  return { names, selection };
}

/** Columns of `orders` as rows that a statement can insert from, in one parameter. */
const columnRows = <Column extends OrderColumn>(
  rows: readonly Readonly<Record<Column, unknown>>[],
  names: readonly Column[],
) => sql<Tables['orders']>`(
  select ${columnList(names)} from json_populate_recordset(null::orders, ${asciiJson(rows)}::json)
)`;

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/**
 * Writes JSON in ASCII: one character beyond Latin-1 doubles a string's memory
 * (docs/decisions/0007).
 */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
