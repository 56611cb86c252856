import { sql } from 'kysely';
import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { notifyOrderChanges } from './changes/order-change-queries.ts';
import { hasSameLastingFacets, orderFacets, travelFacets } from './order-facets.ts';
import { anyOf } from './order-search.ts';
import { orderRows } from './order-rows-queries.ts';
import { SEARCHABLE } from './searchable-columns.ts';

/** An order as it was when it was locked, and as it is to be. */
export interface OrderUpdate {
  before: Order;
  order: Order;
}

/** What is written beside the document of an order that travelled. */
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

/**
 * Begins a statement that writes orders: `changed`, the columns given of each and its document. The
 * statement also names the ids: from `changed` alone PostgreSQL expects a thousand rows, and reads
 * every order of the merchant to change one.
 */
function withChanged(trx: Executor, orders: readonly Order[], columnsOf: typeof travelColumns) {
  const { names, selection } = orderRows(orders, columnsOf);
  const columns = [...names.filter((name) => name !== 'id'), 'document'];
  const ids = anyOf(orders.map(({ id }) => id));
  return { statement: trx.with('changed', () => selection), columns, ids };
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
 * Saves orders of the merchant that `findOrdersForUpdate` locked: their documents and their columns
 * together, in one statement for those that are found as before, such as those that only travelled or
 * were located, and one for those that were edited.
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
