import type { LabelBatch } from '@portage/contract/labels';
import type { Locale } from '@portage/contract/locale';
import { orderCan } from '@portage/contract/order-permissions';
import type { OrderOutcome } from '@portage/contract/order-readiness';
import type { ReportedFile } from '../http/reported-file.ts';
import { findOrders, type StoredOrder } from '../orders/find-orders.ts';
import { recordPrints } from '../orders/record-prints.ts';
import { orderNotDrawable, orderNotFound, orderNotPrintable } from '../refusals.ts';
import type { Session } from '../sessions/identity.ts';
import { drawOrders, type DrawingDeps } from './draw-orders.ts';
import { printOutcomes, type Judged } from './print-outcomes.ts';

/** Tells of each id whether its order can be printed: what is wrong is known before anything is drawn. */
function judge(
  stored: ReadonlyMap<string, StoredOrder>,
  { ids, documents }: Pick<LabelBatch, 'ids' | 'documents'>,
): Judged[] {
  return ids.map((id) => {
    const found = stored.get(id.toLowerCase());
    if (!found) return { id, refusal: orderNotFound(id) };
    const { orderStatus } = found.order;
    const isAllowed = documents === 'packingSlips' || orderCan.printLabel(found.order).allowed;
    return isAllowed ? { id, found } : { id, found, refusal: orderNotPrintable(orderStatus) };
  });
}

/** Each order that can be printed, once, in the sequence of the batch: none when one failure stops it. */
function printable(judged: readonly Judged[], { onFailure }: LabelBatch): StoredOrder[] {
  if (onFailure === 'stop' && judged.some(({ refusal }) => refusal)) return [];
  return [...new Set(judged.flatMap(({ found, refusal }) => (refusal ? [] : (found ?? []))))];
}

/**
 * Labels or packing slips of many orders in one file, which is missing when nothing is printed: with
 * `stop` as soon as one order cannot be. Prints of labels are recorded. Raises `tooManyPages` and `busy`.
 */
export async function printBatch(
  deps: DrawingDeps,
  session: Session,
  batch: LabelBatch,
  locale: Locale,
): Promise<ReportedFile<{ outcomes: OrderOutcome[] }>> {
  const report = (judged: readonly Judged[]) => ({
    outcomes: printOutcomes(judged, batch.onFailure, locale),
  });
  const judged = judge(await findOrders(deps.db, session.merchantId, batch.ids), batch);
  const orders = printable(judged, batch);
  if (orders.length === 0) return { report: report(judged), file: undefined };

  const { file, failed } = await drawOrders(deps, session.merchantId, orders, batch);
  const drawn = judged.map((one) =>
    one.found && failed.has(one.found)
      ? { ...one, refusal: orderNotDrawable(one.found.order.trackingNumber) }
      : one,
  );
  const printed = printable(drawn, batch).map(({ order }) => order);
  if (printed.length === 0) return { report: report(drawn), file: undefined };

  if (batch.documents !== 'packingSlips') {
    await recordPrints(deps, { session, orders: printed, format: batch.format });
  }
  return { report: report(drawn), file };
}
