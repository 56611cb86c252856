import type { FieldChange } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { writeAudit, type AuditEntry } from '../audit/write-audit.ts';
import type { Clock } from '../clock.ts';
import type { Executor, Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { insertOrderEdits } from './order-edit-queries.ts';
import { findOrdersForUpdate, type OrderUpdate, updateOrders } from './order-queries.ts';
import { pipelinedTransaction } from '../db/pipelined-transaction.ts';
import { isLockedOut, limitLockWait, retryLocked } from '../db/retry-transaction.ts';

/** Some orders of a merchant, by their ids. */
export interface OrdersOfMerchant {
  merchantId: string;
  ids: readonly string[];
}

/** The result of a rule; the same order where nothing changes. */
export interface ChangedOrder {
  order: Order;
  audit?: readonly Pick<AuditEntry, 'actor' | 'action' | 'details'>[];
  /** Old and new values of an edit: personal data, which the audit does not hold. */
  edit?: { by: string; changes: readonly FieldChange[] };
}

/** Changes an order, or throws an `ApiError`. */
export type OrderRule = (order: Order, now: EpochMillis) => ChangedOrder;

export interface Outcome {
  /** The order as it is now; missing where there is none. */
  order?: Order;
  /** The reason why it was left as it is. */
  error?: ApiError;
}

/**
 * Changes orders by a rule, and writes them with their audit and edits in one statement each.
 * Returns the outcomes of `applyToOrders`.
 */
export async function changeOrders(
  trx: Executor,
  clock: Clock,
  orders: OrdersOfMerchant,
  rule: OrderRule,
): Promise<Outcome[]> {
  const changes: (ChangedOrder & OrderUpdate)[] = [];
  const outcomes = await applyToOrders(trx, clock, orders, (order, now) => {
    const changed = rule(order, now);
    if (changed.order !== order) changes.push({ before: order, ...changed });
    return changed.order;
  });
  // Sent together: none of them reads what another writes.
  await Promise.all([
    updateOrders(trx, orders.merchantId, changes),
    writeAudit(trx, changes.flatMap(auditOf)),
    insertOrderEdits(trx, changes.flatMap(editOf)),
  ]);
  return outcomes;
}

/** Changes one order as `changeOrders` does, and throws what that refuses. */
export async function changeOrder(
  trx: Executor,
  clock: Clock,
  { merchantId, id }: { merchantId: string; id: string },
  rule: OrderRule,
): Promise<Order> {
  const [outcome] = await changeOrders(trx, clock, { merchantId, ids: [id] }, rule);
  if (outcome?.error || !outcome?.order) {
    throw outcome?.error ?? new ApiError('order_not_found', { id });
  }
  return outcome.order;
}

/** The same in a transaction of its own. Throws `busy`, too, as `orderTransaction` does. */
export function changeOrderAlone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: { merchantId: string; id: string },
  rule: OrderRule,
): Promise<Order> {
  return orderTransaction(db, (trx) => changeOrder(trx, clock, order, rule));
}

/** Lock timeout in milliseconds; short because it occupies a pooled connection. */
const LOCK_WAIT = 250;

/**
 * Runs a transaction that changes orders. Releases its connection and retries while one is locked.
 * Throws `busy` after some seconds.
 */
export async function orderTransaction<Result>(
  db: Database,
  work: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  const transaction = async (trx: Executor) => {
    const [, result] = await Promise.all([limitLockWait(trx, LOCK_WAIT), work(trx)]);
    return result;
  };
  try {
    return await retryLocked(() => pipelinedTransaction(db, transaction));
  } catch (error) {
    throw isLockedOut(error) ? new ApiError('busy') : error;
  }
}

/**
 * Locks orders and applies a pure rule to each. Returns an outcome for each id: an error, such as
 * `order_not_found`, concerns one order.
 */
export async function applyToOrders(
  trx: Executor,
  clock: Clock,
  { merchantId, ids }: OrdersOfMerchant,
  rule: (order: Order, now: EpochMillis) => Order,
): Promise<Outcome[]> {
  const orders = await findOrdersForUpdate(trx, merchantId, ids);
  // After the locks: what waits for another transaction is written later than that one.
  const now = clock.now();
  const outcomes = new Map(orders.map((order) => [order.id, applyRule(order, now, rule)]));
  return ids.map(
    (id) => outcomes.get(id.toLowerCase()) ?? { error: new ApiError('order_not_found', { id }) },
  );
}

function applyRule(
  order: Order,
  now: EpochMillis,
  rule: (order: Order, now: EpochMillis) => Order,
): Outcome {
  try {
    return { order: rule(order, now) };
  } catch (error) {
    if (isApiError(error)) return { order, error };
    throw error;
  }
}

function auditOf({ order, audit = [] }: ChangedOrder): AuditEntry[] {
  const { merchantId, id, modified } = order;
  return audit.map((entry) => ({ ...entry, merchantId, at: modified, subjectId: id }));
}

function editOf({ order, edit }: ChangedOrder) {
  if (!edit) return [];
  const { merchantId, id, version, modified } = order;
  return [{ ...edit, merchantId, orderId: id, version, at: modified }];
}
