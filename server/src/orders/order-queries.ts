import { sql } from 'kysely';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { EpochMillis } from '@portage/contract/time';
import { shareLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';
import { type Tables, timestamp } from '../db/tables.ts';
import { inTurns } from '../threads/in-turns.ts';
import { notifyOrderChanges } from './order-change-queries.ts';
import { orderFacets, hasSameLastingFacets, travelFacets } from './order-document.ts';
import { anyOf, newestFirst } from './order-search.ts';

/** A shop order keeps its first delivery until that is cancelled or deleted (spec 1 §3). */
async function insertShopDeliveries(trx: Executor, orders: readonly Order[]): Promise<void> {
  const named = orders.flatMap((order) => {
    const shopOrderId = shopOrderIdOf(order);
    return shopOrderId === undefined ? [] : [{ ...order, shopOrderId }];
  });
  for (const [merchantId, those] of Map.groupBy(named, (order) => order.merchantId)) {
    // Sorted, so that batches do not deadlock.
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
        conflict.columns(['merchant_id', 'shop', 'shop_order_id', 'part_id']).doNothing(),
      )
      .execute();
  }
}

/** Frees shop orders of cancelled or deleted deliveries. */
async function deleteEndedDeliveries(
  trx: Executor,
  merchantId: string,
  shopOrderIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('shop_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', 'in', shopOrderIds)
    .where('part_id', '=', '')
    .where(
      sql<boolean>`not exists (
        select from orders where orders.merchant_id = ${merchantId}
          and orders.id = shop_deliveries.order_id and orders.status <> 'CANCELLED')`,
    )
    .execute();
}

/** Timeline ended earlier; bounds their creation, too, for `orders_by_status`. */
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

/** Search columns that stay while the order travels. */
const SEARCHABLE = [
  'service',
  'delivery_type',
  'is_business',
  'origin_postal_code',
  'display_name',
  'tags',
  'search',
] as const;

const SEARCHABLE_ROW = ['merchant_id', 'id', 'created_at', ...SEARCHABLE] as const;

/** JSON text. */
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

/** JSON texts of those that exist. */
export function findOrderDocuments(db: Executor, merchantId: string, ids: readonly string[]) {
  return db
    .selectFrom('orders')
    .select(['id', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Locks in the sequence of ids, so that batches do not deadlock. */
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
  return inTurns(rows, ({ document }) => JSON.parse(document) as Order);
}

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

const MOST_COMPARED = 50;

/** Newest first. */
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
    .orderBy(newestFirst)
    .limit(MOST_COMPARED)
    .execute();
  return rows.map(({ document }) => document);
}

interface PromisedPeriod {
  readonly from: EpochMillis;
  /** Exclusive. */
  readonly to: EpochMillis;
  /** Older orders are promised for earlier days. */
  readonly createdSince: EpochMillis;
  readonly statuses: readonly OrderStatus[];
  readonly limit: number;
}

/** Lists orders by the end of window or estimate, earliest first. */
export function listOrdersPromisedWithin(
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
        .select(['id', 'tracking_number as trackingNumber', 'status as orderStatus', 'service'])
        .select(['recipient_name as recipientName', until.as('promisedUntil')])
        .where('merchant_id', '=', merchantId)
        .where('created_at', '>=', timestamp(createdSince))
        .where('status', 'in', statuses)
        // Keeps the planner from reading each document twice.
        .offset(0)
        .as('underWay'),
    )
    .selectAll()
    .where('promisedUntil', '>=', from)
    .where('promisedUntil', '<', to)
    .orderBy('promisedUntil')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** One statement a table. */
export async function insertOrders(trx: Executor, orders: readonly Order[]): Promise<void> {
  const numbers = orders.map(({ trackingNumber, id, merchantId }) => {
    return { tracking_number: trackingNumber, id, merchant_id: merchantId };
  });
  // Concurrent: none reads what another writes.
  await Promise.all([
    addOrders(trx, orders),
    insertShopDeliveries(trx, orders),
    trx
      .insertInto('tracking_numbers')
      .columns(['tracking_number', 'order_id', 'merchant_id'])
      .expression(columnRows(numbers, ['tracking_number', 'id', 'merchant_id']))
      .execute(),
    notifyOrderChanges(trx, orders, { isDeleted: false }),
  ]);
}

/** Inserts orders that their tracking numbers still lead to. */
export async function insertRestoredOrders(trx: Executor, orders: readonly Order[]): Promise<void> {
  await addOrders(trx, orders);
  await notifyOrderChanges(trx, orders, { isDeleted: false });
}

/** Adds search rows, too. */
async function addOrders(trx: Executor, orders: readonly Order[]): Promise<void> {
  const rows = orders.map(orderColumns);
  const { names, selection } = orderRows(orders, rows);
  await Promise.all([
    trx
      .insertInto('orders')
      .columns([...names, 'document'])
      .expression(selection)
      .execute(),
    trx
      .insertInto('searchable_orders')
      .columns(SEARCHABLE_ROW)
      .expression(columnRows(rows, SEARCHABLE_ROW))
      .execute(),
  ]);
}

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

/** As locked, and as it becomes. */
export interface OrderUpdate {
  before: Order;
  order: Order;
}

/** One statement for orders with the same search columns, one for the others. */
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

/** Leaves search rows. */
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

/** Writes search rows, too. */
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

/** Names the ids, too: PostgreSQL guesses a thousand rows for `changed`. */
function withChanged(trx: Executor, orders: readonly Order[], columnsOf: typeof travelColumns) {
  const { names, selection } = orderRows(orders, orders.map(columnsOf));
  const columns = [...names.filter((name) => name !== 'id'), 'document'];
  const ids = anyOf(orders.map(({ id }) => id));
  return { statement: trx.with('changed', () => selection), columns, ids };
}

const travelColumns = (order: Order) => ({
  id: order.id,
  status: order.orderStatus,
  version: order.version,
  ...travelFacets(order),
});

const allColumns = (order: Order) => ({ ...travelColumns(order), ...orderFacets(order) });

const takenOver = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.ref(`changed.${name}`)]));

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

type OrderColumn = Exclude<keyof Tables['orders'], 'document'>;

/** Two parameters: half the cost of a parameter a value. Needs at least one order. */
function orderRows<Column extends OrderColumn>(
  orders: readonly Order[],
  rows: readonly Readonly<Record<Column, unknown>>[],
) {
  const names = Object.keys(rows[0] ?? {}) as Column[];
  // Separate from the columns, to be parsed once; JSON has no line breaks.
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

/** Rows to insert from, in one parameter. */
const columnRows = <Column extends OrderColumn>(
  rows: readonly Readonly<Record<Column, unknown>>[],
  names: readonly Column[],
) => sql<Tables['orders']>`(
  select ${columnList(names)} from json_populate_recordset(null::orders, ${asciiJson(rows)}::json)
)`;

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

const escapes = new Map<string, string>();

/** Remembers what it wrote: three times as fast. */
function escaped(unit: string): string {
  const known = escapes.get(unit);
  if (known !== undefined) return known;
  const escape = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  escapes.set(unit, escape);
  return escape;
}

/** One character beyond Latin-1 doubles a string's memory (docs/decisions/0007). */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, escaped);

export async function countOrdersIn(
  db: Executor,
  merchantId: string,
  statuses: readonly OrderStatus[],
): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  return count;
}
