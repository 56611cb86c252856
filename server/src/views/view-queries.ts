import type { OrderColumn, OrderView } from '@portage/contract/orders/order-views';
import type { Executor } from '../db/database.ts';
import type { Session } from '../http/session.ts';
import { takeLock } from '../db/advisory-lock.ts';

export type ViewOwner = Pick<Session, 'merchantId' | 'username'>;

export interface ViewRow {
  id: string;
  /** Folded. */
  nameKey: string;
  document: string;
}

/** In the order of keys. */
export function listViewRows(
  db: Executor,
  { merchantId, username }: ViewOwner,
): Promise<ViewRow[]> {
  return db
    .selectFrom('order_views')
    .select(['id', 'name_key as nameKey', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .orderBy('name_key')
    .execute();
}

/** Locks, so that no other transaction names a view. */
export async function lockViewRows(trx: Executor, owner: ViewOwner): Promise<ViewRow[]> {
  await takeLock(trx, 'order views', owner.merchantId, owner.username);
  return listViewRows(trx, owner);
}

export async function insertView(
  trx: Executor,
  { merchantId, username }: ViewOwner,
  view: OrderView,
  nameKey: string,
): Promise<void> {
  await trx
    .insertInto('order_views')
    .values({
      merchant_id: merchantId,
      username,
      id: view.id,
      name_key: nameKey,
      document: JSON.stringify(view),
    })
    .execute();
}

/** False when it was deleted. */
export async function updateView(
  trx: Executor,
  { merchantId, username }: ViewOwner,
  view: OrderView,
  nameKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order_views')
    .set({ name_key: nameKey, document: JSON.stringify(view) })
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .where('id', '=', view.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is none. */
export async function deleteViewRow(
  db: Executor,
  { merchantId, username }: ViewOwner,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('order_views')
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function findChosenColumns(
  db: Executor,
  { merchantId, username }: ViewOwner,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('order_columns')
    .select('columns')
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.columns;
}

export async function upsertChosenColumns(
  db: Executor,
  { merchantId, username }: ViewOwner,
  columns: OrderColumn[],
): Promise<void> {
  await db
    .insertInto('order_columns')
    .values({ merchant_id: merchantId, username, columns })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'username']).doUpdateSet({ columns }),
    )
    .execute();
}
