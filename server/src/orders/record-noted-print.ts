import { z } from 'zod';
import { labelStatusOf, labelVersionOf } from '@portage/contract/orders/label-status';
import { LabelFormat } from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import { EpochMillis } from '@portage/contract/time';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import { changeOrders } from './change-orders.ts';
import { listFieldsEditedSince } from './edits/order-edit-queries.ts';
import { findOrdersForUpdate } from './order-queries.ts';
import { orderTransaction } from './order-transaction.ts';
import { supersedeLabels } from './supersede-labels.ts';

/** A print as it is noted before its labels are handed out: who printed which versions of orders. */
export const PrintNote = z.object({
  merchantId: z.uuid(),
  username: z.string(),
  format: LabelFormat,
  printedAt: EpochMillis,
  orders: z.array(z.object({ id: z.uuid(), version: z.int(), labelVersion: z.int() })),
});
export type PrintNote = z.infer<typeof PrintNote>;

/** Printing the same labels again changes nothing, and what is archived does not change any more. */
export const isToBeMarked = (order: Order) =>
  order.orderStatus !== 'ARCHIVED' && labelStatusOf(order) !== 'PRINTED';

/** The order with its labels printed; they are stale at once where it was edited meanwhile. */
export function markPrinted(
  order: Order,
  { printedAt, isEdited, now }: { printedAt: number; isEdited: boolean; now: number },
): Order {
  const marked: Order = {
    ...order,
    labelPrintedAt: printedAt,
    labelStale: undefined,
    version: order.version + 1,
    modified: now,
  };
  return isEdited ? supersedeLabels(marked) : marked;
}

/** That labels were printed, for the audit: by whom, which version, in what format. */
export const printAudit = ({ merchantId, username, format, printedAt, orders }: PrintNote) =>
  orders.map(({ id, labelVersion }): AuditEntry => ({
    merchantId,
    at: printedAt,
    actor: username,
    action: 'label.printed',
    subjectId: id,
    details: { version: String(labelVersion), format },
  }));

/**
 * Records a print that its own process did not record, since it was killed or an order was locked. The
 * labels are stale where the order was edited after the version that was printed. Throws `busy` while
 * an order is locked, so that the queue retries.
 */
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
      const isOld = printed.get(order.id)?.labelVersion !== labelVersionOf(order);
      const isEdited = edited.has(order.id);
      if (isOld || order.orderStatus === 'ARCHIVED') return { order };
      if (!isEdited && !isToBeMarked(order)) return { order };
      return { order: markPrinted(order, { printedAt, isEdited, now }) };
    });
    await writeAudit(trx, printAudit(note));
  });
}
