import { orderCan } from '@portage/contract/orders/order-permissions';
import { isScanned } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../api-error.ts';
import type { Session } from '../../http/session.ts';
import { applyToOrders, type Outcome, orderTransaction } from '../change-orders.ts';
import { moveToDeletedOrders } from '../order-queries.ts';
import type { Executor } from '../../db/database.ts';
import {
  countOrdersOfImport,
  hasUndeletableOrders,
  listDeletableIds,
} from './deleted-order-queries.ts';

/** Orders deleted in one transaction. */
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

/** Tells that an order may be deleted. Throws an error for what is out of the merchant's hands (spec 1 §4). */
function deletable(order: Order): Order {
  const permission = orderCan.delete({ ...order, isScanned: isScanned(order) });
  if (!permission.allowed) throw new ApiError(permission.reason);
  return order;
}

/**
 * Deletes orders of the merchant: they leave every list and export, and can be restored for 30 days.
 * Gives an outcome an id; one that was deleted has no order any more. Throws `busy` when one is held for
 * seconds.
 */
export function deleteOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Pick<Session, 'merchantId' | 'username'>,
  ids: readonly string[],
): Promise<Outcome[]> {
  return orderTransaction(db, async (trx) => {
    const outcomes = await applyToOrders(trx, clock, { merchantId, ids }, deletable);
    const deleted = new Set(outcomes.flatMap(({ order, error }) => (error ? [] : (order ?? []))));
    if (deleted.size === 0) return outcomes;

    const at = clock.now();
    await moveToDeletedOrders(trx, merchantId, [...deleted], { at, by: username });
    await writeAudit(
      trx,
      Array.from(deleted, ({ id, orderStatus }) => ({
        merchantId,
        at,
        actor: username,
        action: 'order.deleted',
        subjectId: id,
        details: { status: orderStatus },
      })),
    );
    return outcomes.map((outcome) => (outcome.error ? outcome : {}));
  });
}

/** Deletes one order as `deleteOrders` does, and throws what that refuses. */
export async function deleteOrder(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Pick<Session, 'merchantId' | 'username'>,
  id: string,
): Promise<void> {
  const [outcome] = await deleteOrders(deps, session, [id]);
  if (outcome?.error) throw outcome.error;
}
