import type { FieldChange } from '@portage/contract/orders/order-edits';
import type { ChangeError, Permission } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { writeAudit, type AuditEntry } from '../audit/write-audit.ts';
import type { Clock } from '../clock.ts';
import type { Executor, Database } from '../db/database.ts';
import { pipelinedTransaction } from '../db/pipelined-transaction.ts';
import {
  isLockedOut,
  limitLockWait,
  retryConflicts,
  retryLocked,
} from '../db/retry-transaction.ts';
import type { Deps } from '../deps.ts';
import { insertOrderEdits } from './order-edit-queries.ts';
import { findOrdersForUpdate, type OrderUpdate, updateOrders } from './order-queries.ts';

export interface OrdersOfMerchant {
  merchantId: string;
  ids: readonly string[];
}

/** The same order where nothing changes. */
export interface ChangedOrder {
  order: Order;
  audit?: readonly Pick<AuditEntry, 'actor' | 'action' | 'details'>[];
  /** Personal data, which the audit does not hold. */
  edit?: { by: string; changes: readonly FieldChange[] };
}

/** Throws an `ApiError` to refuse. */
export type OrderRule = (order: Order, now: EpochMillis) => ChangedOrder;

/** Throws the reason of a refusal. */
export function requirePermission(permission: Permission<ChangeError>): void {
  if (!permission.allowed) throw new ApiError(permission.reason);
}

export const withStatusAudit = (before: Order, order: Order, actor: string) => ({
  order,
  audit: [
    {
      actor,
      action: 'order.status_changed' as const,
      details: { from: before.orderStatus, to: order.orderStatus },
    },
  ],
});

export interface Outcome {
  /** Missing when there is no such order. */
  order?: Order;
  /** The reason for leaving it unchanged. */
  error?: ApiError;
}

/** Writes orders, audit and edits in a statement each. Returns `applyToOrders`' outcomes. */
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
  // Concurrent: none reads what another writes.
  await Promise.all([
    updateOrders(trx, orders.merchantId, changes),
    writeAudit(trx, changes.flatMap(auditOf)),
    insertOrderEdits(trx, changes.flatMap(editOf)),
  ]);
  return outcomes;
}

/** Begins its own transaction. Throws the refusals of `changeOrders`, and `busy`. */
export async function changeOrderAlone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, id }: { merchantId: string; id: string },
  rule: OrderRule,
): Promise<Order> {
  const orders = { merchantId, ids: [id] };
  const [outcome] = await orderTransaction(db, (trx) => changeOrders(trx, clock, orders, rule));
  if (outcome?.order && !outcome.error) return outcome.order;
  throw outcome?.error ?? new ApiError('order_not_found', { id });
}

/** Milliseconds; short because it occupies a pooled connection. */
const LOCK_WAIT = 250;

/** Retries deadlocks, and locked orders without a connection. Throws `busy` after some seconds. */
export async function orderTransaction<Result>(
  db: Database,
  work: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  const transaction = async (trx: Executor) => {
    const [, result] = await Promise.all([limitLockWait(trx, LOCK_WAIT), work(trx)]);
    return result;
  };
  try {
    return await retryLocked(() => retryConflicts(() => pipelinedTransaction(db, transaction)));
  } catch (error) {
    throw isLockedOut(error) ? new ApiError('busy') : error;
  }
}

/** Locks orders and applies a pure rule; an error concerns one order. */
export async function applyToOrders(
  trx: Executor,
  clock: Clock,
  { merchantId, ids }: OrdersOfMerchant,
  rule: (order: Order, now: EpochMillis) => Order,
): Promise<Outcome[]> {
  const orders = await findOrdersForUpdate(trx, merchantId, ids);
  // After the locks, so that times follow the sequence of transactions.
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
