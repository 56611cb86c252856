import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { LabelFormat } from '@portage/contract/orders/labels';
import {
  labelStatusOf,
  labelVersionOf,
  supersedeLabels,
} from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import {
  isLockedOut,
  limitLockWait,
  retryConflicts,
  retryLocked,
} from '../db/retry-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Author } from '../http/session.ts';
import { insertJob, type JobPayload, removeJob } from '../jobs/job-queries.ts';
import { turns } from '../threads/take-turns.ts';
import { editedFields } from './apply-edit.ts';
import { type ChangedOrder, changeOrders, orderTransaction } from './change-orders.ts';
import { listFieldsEditedSince } from './order-edit-queries.ts';
import { findOrdersForUpdate } from './order-queries.ts';

/** Milliseconds a response waits for the record. */
const PATIENCE = 250;

/** Milliseconds; short because it occupies a pooled connection. */
const LOCK_WAIT = 50;

/** Milliseconds. */
const PAUSE = 100;

/** Milliseconds until the job takes over from a dead process. */
const JOB_DELAY = 15_000;

/** Limits retries, which occupy a connection. */
const takeTurn = turns({ atOnce: 1, mostWaiting: 100 });

/** Prints in progress in this process. */
const underWay = new Set<Promise<void>>();

export interface Print {
  readonly session: Author;
  /** Distinct, as printed. */
  readonly orders: readonly Order[];
  readonly format: LabelFormat;
}

/** Stored by the job and the audit. */
type PrintNote = JobPayload<'record-print'>;

/**
 * Records audit and orders (spec 1 §2). A job takes over if this process dies. Throws the driver's
 * error when that job cannot be stored.
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
  await insertJob(deps.db, 'record-print', note, { key: jobKey, delay: JOB_DELAY });
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

/** Retries without holding a connection. Throws `busy` beyond 100 waiting. */
export async function recordOnceFree(record: () => Promise<void>): Promise<void> {
  await setTimeout(PAUSE);
  return retryLocked(() => takeTurn(record));
}

/** Waits some seconds at most. */
export async function untilPrintsRecorded(): Promise<void> {
  await Promise.all(underWay);
}

/** Job: labels edited since are stale. Throws `busy` while one is locked. */
export async function recordNotedPrint(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  note: PrintNote,
): Promise<void> {
  const { merchantId, printedAt } = note;
  const printed = new Map(note.orders.map((order) => [order.id, order]));
  const ids = [...printed.keys()];
  await orderTransaction(db, async (trx) => {
    const edited = new Set<string>();
    for (const { id, version } of await findOrdersForUpdate(trx, merchantId, ids)) {
      const before = printed.get(id)?.version ?? version;
      if (before === version) continue;
      const fields = await listFieldsEditedSince(trx, merchantId, id, before);
      if (fields.some((field) => field !== 'tags')) edited.add(id);
    }
    await changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      const labelVersion = printed.get(order.id)?.labelVersion;
      return labelsPrinted(order, { labelVersion, printedAt, isEdited: edited.has(order.id), now });
    });
    await writeAudit(trx, printAudit(note));
  });
}

function noteOf({ session, orders, format }: Print, printedAt: EpochMillis): PrintNote {
  const { merchantId, username } = session;
  const printed = orders.map((order) => {
    return { id: order.id, version: order.version, labelVersion: labelVersionOf(order) };
  });
  return { merchantId, username, format, printedAt, orders: printed };
}

/** Locks only orders that change, and removes the job. */
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
      await changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
        const printed = toMark.get(order.id) ?? order;
        const isEdited = editedFields(printed, order).length > 0;
        const labelVersion = labelVersionOf(printed);
        return labelsPrinted(order, { labelVersion, printedAt, isEdited, now });
      });
    }
    await writeAudit(trx, printAudit(note));
    await removeJob(trx, jobKey);
  });
}

/** Reprints and archived orders change nothing. */
const isToBeMarked = (order: Order) =>
  order.orderStatus !== 'ARCHIVED' && labelStatusOf(order) !== 'PRINTED';

interface PrintedLabels {
  labelVersion: number | undefined;
  printedAt: EpochMillis;
  isEdited: boolean;
  now: EpochMillis;
}

/** Stale where the order was edited since. Old labels change nothing. */
function labelsPrinted(
  order: Order,
  { labelVersion, printedAt, isEdited, now }: PrintedLabels,
): ChangedOrder {
  const isOld = labelVersion !== labelVersionOf(order);
  if (isOld || order.orderStatus === 'ARCHIVED') return { order };
  if (!isEdited && !isToBeMarked(order)) return { order };
  const marked: Order = {
    ...order,
    labelPrintedAt: printedAt,
    labelStale: undefined,
    version: order.version + 1,
    modified: now,
  };
  return { order: isEdited ? supersedeLabels(marked) : marked };
}

const printAudit = ({ merchantId, username, format, printedAt, orders }: PrintNote) =>
  orders.map(({ id, labelVersion }): AuditEntry => ({
    merchantId,
    at: printedAt,
    actor: username,
    action: 'label.printed',
    subjectId: id,
    details: { version: String(labelVersion), format },
  }));
