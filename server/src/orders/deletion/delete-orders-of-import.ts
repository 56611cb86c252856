import type { Executor } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../sessions/identity.ts';
import { deleteOrders } from './delete-orders.ts';
import {
  countOrdersOfImport,
  hasUndeletableOrders,
  listDeletableIds,
} from './import-order-queries.ts';

/** How many orders are deleted in one transaction. */
const BATCH = 100;

/** Tells whether every order of an import that is still there may be deleted. */
export async function mayDeleteOrdersOfImport(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<boolean> {
  return !(await hasUndeletableOrders(db, merchantId, importId));
}

/**
 * Deletes the next orders of an import, and gives how many of its orders are left. Orders that the
 * carrier has picked up stay; once only these are left, it is done.
 */
export async function deleteOrdersOfImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  author: Pick<Session, 'merchantId' | 'username'>,
  importId: string,
): Promise<{ left: number; isDone: boolean }> {
  const { db } = deps;
  const { merchantId } = author;
  const ids = await listDeletableIds(db, merchantId, { importId, limit: BATCH });
  if (ids.length > 0) await deleteOrders(deps, author, ids);
  const left = await countOrdersOfImport(db, merchantId, importId);
  return { left, isDone: ids.length < BATCH };
}
