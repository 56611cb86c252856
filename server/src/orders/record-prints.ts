import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { labelVersionOf } from '@portage/contract/orders/label-status';
import type { LabelFormat } from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { writeAudit } from '../audit/write-audit.ts';
import { isLockedOut, limitLockWait, retryConflicts } from '../db/retry-transaction.ts';
import type { Deps } from '../deps.ts';
import { insertJob, removeJob } from '../jobs/job-queries.ts';
import type { Session } from '../sessions/identity.ts';
import { changeOrders, type OrderRule } from './change-orders.ts';
import { editedFields } from './edits/changes-of.ts';
import { isToBeMarked, markPrinted, printAudit, type PrintNote } from './record-noted-print.ts';
import { recordOnceFree } from './record-once-free.ts';

/** How long a print waits to be recorded before it is handed out all the same, in milliseconds. */
const PATIENCE = 250;

/**
 * How long a try to record waits for a locked order, in milliseconds: it has a connection as
 * long, which others need.
 */
const LOCK_WAIT = 50;

/** When the job records a print that this process has not, in milliseconds after it. */
const JOB_DELAY = 15_000;

/** The prints that this process has not recorded yet, nor given up. */
const underWay = new Set<Promise<void>>();

/** Labels that somebody printed. */
export interface Print {
  readonly session: Pick<Session, 'merchantId' | 'username'>;
  /** Orders of the merchant, each once, as their labels say. */
  readonly orders: readonly Order[];
  readonly format: LabelFormat;
}

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
    return { order: markPrinted(order, { printedAt, isEdited, now }) };
  };

/** What is noted of a print, for the job and for the audit. */
function noteOf({ session, orders, format }: Print, printedAt: EpochMillis): PrintNote {
  const { merchantId, username } = session;
  const printed = orders.map((order) => {
    return { id: order.id, version: order.version, labelVersion: labelVersionOf(order) };
  });
  return { merchantId, username, format, printedAt, orders: printed };
}

/** Locks only orders that are to be marked, however many were printed. The job is needed no more then. */
async function record(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orders }: Print,
  note: PrintNote,
  jobKey: string,
): Promise<void> {
  const { merchantId, printedAt } = note;
  const toMark = new Map(orders.filter(isToBeMarked).map((order) => [order.id, order]));
  await db.transaction().execute(async (trx) => {
    if (toMark.size > 0) {
      await limitLockWait(trx, LOCK_WAIT);
      const ids = [...toMark.keys()];
      await changeOrders(trx, clock, { merchantId, ids }, labelsPrinted(toMark, printedAt));
    }
    await writeAudit(trx, printAudit(note));
    await removeJob(trx, jobKey);
  });
}

/**
 * Records that labels were printed: each print in the audit, and on each order that its labels are
 * printed and not stale (spec 1 §2), in a statement each for all orders. A job is added first, which
 * records the print if this process does not live to, or an order is held for long. Throws nothing and
 * does not wait long for orders that somebody holds.
 */
export async function recordPrints(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  print: Print,
): Promise<void> {
  const note = noteOf(print, deps.clock.now());
  const jobKey = `print ${randomUUID()}`;
  const tryToRecord = () => retryConflicts(() => record(deps, print, note, jobKey));
  const giveUp = (error: unknown) => {
    const orderIds = print.orders.map(({ id }) => id);
    deps.log.warn({ err: error, orderIds }, 'printed labels are not recorded yet');
  };
  const options = { key: jobKey, delay: JOB_DELAY };
  await insertJob(deps.db, 'record-print', note, options).catch(giveUp);
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
