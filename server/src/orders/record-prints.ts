import { setTimeout } from 'node:timers/promises';
import { labelStatusOf, labelVersionOf } from '@portage/contract/label-status';
import type { LabelFormat } from '@portage/contract/labels';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import { isLockedOut, limitLockWait } from '../db/limit-lock-wait.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/identity.ts';
import { changeOrders, type OrderRule } from './change-orders.ts';
import { editedFields } from './edits/changes-of.ts';
import { recordOnceFree } from './record-once-free.ts';
import { supersedeLabels } from './supersede-labels.ts';

/** How long a print waits to be recorded before it is handed out all the same, in milliseconds. */
const PATIENCE = 250;

/**
 * How long a try to record waits for whoever holds an order, in milliseconds: it has a connection as
 * long, which others need.
 */
const LOCK_WAIT = 50;

/** The prints that this process has not recorded yet, nor given up. */
const underWay = new Set<Promise<void>>();

/** Labels that somebody printed. */
export interface Print {
  readonly session: Pick<Session, 'merchantId' | 'username'>;
  /** Orders of the merchant, each once, as their labels say. */
  readonly orders: readonly Order[];
  readonly format: LabelFormat;
}

/** Printing the same labels again changes nothing, and what is archived does not change any more. */
const isToBeMarked = (order: Order) =>
  order.orderStatus !== 'ARCHIVED' && labelStatusOf(order) !== 'PRINTED';

/**
 * Marks an order that its labels were printed, and that they are not stale; they are at once where the
 * order was edited meanwhile. Labels of an old version are known by it, and change nothing.
 */
const labelsPrinted =
  (prints: ReadonlyMap<string, Order>, printedAt: EpochMillis): OrderRule =>
  (order, now) => {
    const printed = prints.get(order.id) ?? order;
    const isOld = labelVersionOf(printed) !== labelVersionOf(order);
    if (isOld || order.orderStatus === 'ARCHIVED') return { order };
    const isEdited = editedFields(printed, order).length > 0;
    if (!isEdited && !isToBeMarked(order)) return { order };
    const marked: Order = {
      ...order,
      labelPrintedAt: printedAt,
      labelStale: undefined,
      version: order.version + 1,
      modified: now,
    };
    return { order: isEdited ? supersedeLabels(marked) : marked };
  };

/** That labels of an order were printed, for the audit: by whom, which version, in what format. */
const auditOf =
  ({ session: { merchantId, username }, format }: Print, at: EpochMillis) =>
  (order: Order): AuditEntry => ({
    merchantId,
    at,
    actor: username,
    action: 'label.printed',
    subjectId: order.id,
    details: { version: String(labelVersionOf(order)), format },
  });

/** Locks only orders that are to be marked, however many were printed. */
async function record(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  print: Print,
  printedAt: EpochMillis,
): Promise<void> {
  const audit = print.orders.map(auditOf(print, printedAt));
  const toMark = new Map(print.orders.filter(isToBeMarked).map((order) => [order.id, order]));
  // Nothing but the audit is one statement, and needs no transaction around it.
  if (toMark.size === 0) return writeAudit(db, audit);
  const orders = { merchantId: print.session.merchantId, ids: [...toMark.keys()] };
  await db.transaction().execute(async (trx) => {
    await limitLockWait(trx, LOCK_WAIT);
    await changeOrders(trx, clock, orders, labelsPrinted(toMark, printedAt));
    await writeAudit(trx, audit);
  });
}

/**
 * Records that labels were printed: each print in the audit, and on each order that its labels are
 * printed and not stale (spec 1 §2), in a statement each for all orders. Raises nothing and does not
 * wait long: who prints has the labels already, recorded or not. Of an order that somebody holds it is
 * recorded a little later. What is not recorded is logged.
 */
export async function recordPrints(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  print: Print,
): Promise<void> {
  const printedAt = deps.clock.now();
  const tryToRecord = () => retryConflicts(() => record(deps, print, printedAt));
  const giveUp = (error: unknown) => {
    const orderIds = print.orders.map(({ id }) => id);
    deps.log.warn({ err: error, orderIds }, 'printed labels could not be recorded');
  };
  const tried = tryToRecord();
  const recorded = tried
    .catch((error: unknown) => {
      if (!isLockedOut(error)) throw error;
      return recordOnceFree(tryToRecord);
    })
    .catch(giveUp);
  underWay.add(recorded);
  void recorded.then(() => underWay.delete(recorded));
  const patience = setTimeout(PATIENCE, undefined, { ref: false });
  await Promise.race([tried.catch(() => undefined), patience]);
}

/** Waits until whatever this process has printed so far is recorded or given up: some seconds at most. */
export async function untilPrintsRecorded(): Promise<void> {
  await Promise.all(underWay);
}
