import type { LabelBatch } from '@portage/contract/orders/labels';
import type { Locale } from '@portage/contract/locale';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import type { ReportedFile } from '../http/reported-file.ts';
import { findOrders, type StoredOrder } from '../orders/get-order.ts';
import { recordPrints } from '../orders/record-prints.ts';
import { ApiError } from '../api-error.ts';
import type { Session } from '../http/session.ts';
import { drawOrders, type DrawingDeps, prepareOrders, labelError } from './draw-orders.ts';
import { takeBatchPlace } from './print-threads.ts';

/** An id of a batch, and what is known before its order is printed. */
interface Judged {
  readonly id: string;
  /** Missing when the merchant has no such order. */
  readonly found?: StoredOrder;
  /** Why it cannot be printed. */
  readonly error?: ApiError;
}

/**
 * What becomes of each id of a batch, in the language of the request. With `stop` the first order that
 * fails is the only one that is told why: generation ends there (spec 1 §8), and prints nothing.
 */
function printOutcomes(
  judged: readonly Judged[],
  onFailure: LabelBatch['onFailure'],
  locale: Locale,
): OrderOutcome[] {
  const failed = judged.find(({ error }) => error);
  const isStopped = onFailure === 'stop' && failed !== undefined;
  return judged.map(({ id, found, error }) => {
    const ofOrder = { id, ...(found && { status: found.order.orderStatus }) };
    if (isStopped && id.toLowerCase() !== failed.id.toLowerCase()) {
      return { ...ofOrder, result: 'unprocessed' };
    }
    return error
      ? { ...ofOrder, result: 'error', code: error.code, message: error.detail(locale) }
      : { ...ofOrder, result: 'success' };
  });
}

/** Tells of each id whether its order can be printed: what is wrong is known before anything is drawn. */
function judge(
  stored: ReadonlyMap<string, StoredOrder>,
  { ids, documents }: Pick<LabelBatch, 'ids' | 'documents'>,
): Judged[] {
  return ids.map((id) => {
    const found = stored.get(id.toLowerCase());
    if (!found) return { id, error: new ApiError('order_not_found', { id }) };
    const error = documents === 'packingSlips' ? undefined : labelError(found.order);
    return { id, found, ...(error && { error }) };
  });
}

/** Each order that can be printed, once, in the sequence of the batch: none when one failure stops it. */
function printable(judged: readonly Judged[], { onFailure }: LabelBatch): StoredOrder[] {
  if (onFailure === 'stop' && judged.some(({ error }) => error)) return [];
  return [...new Set(judged.flatMap(({ found, error }) => (error ? [] : (found ?? []))))];
}

/** What somebody wants printed. */
interface WantedBatch {
  batch: LabelBatch;
  locale: Locale;
  /** Aborted when nobody waits for it any more. */
  gone: AbortSignal;
}

/** What became of a batch; the file is missing when nothing was printed. */
type PrintedBatch = ReportedFile<{ outcomes: OrderOutcome[] }>;

/**
 * Labels or packing slips of many orders in one file, which is missing when nothing is printed: with
 * `stop` as soon as one order cannot be. Prints of labels are recorded, unless nobody waits for them
 * any more. Throws `too_many_pages`, the reason of `gone`, and `busy`, also for a merchant that has as
 * many batches under way as it may have.
 */
export async function printBatch(
  deps: DrawingDeps,
  session: Session,
  wanted: WantedBatch,
): Promise<PrintedBatch> {
  const { giveBack } = takeBatchPlace(session.merchantId);
  try {
    return await printInPlace(deps, session, wanted);
  } finally {
    giveBack();
  }
}

async function printInPlace(
  deps: DrawingDeps,
  session: Session,
  { batch, locale, gone }: WantedBatch,
): Promise<PrintedBatch> {
  const report = (judged: readonly Judged[]) => ({
    outcomes: printOutcomes(judged, batch.onFailure, locale),
  });
  const judged = judge(await findOrders(deps.db, session.merchantId, batch.ids), batch);
  const orders = printable(judged, batch);
  if (orders.length === 0) return { report: report(judged), file: undefined };

  const prepared = await prepareOrders(deps, session.merchantId, orders, batch);
  const { file, failed } = await drawOrders(deps, prepared, gone);
  const drawn = judged.map((one) =>
    one.found && failed.has(one.found)
      ? {
          ...one,
          error: new ApiError('order_not_drawable', {
            trackingNumber: one.found.order.trackingNumber,
          }),
        }
      : one,
  );
  const printed = printable(drawn, batch).map(({ order }) => order);
  if (printed.length === 0) return { report: report(drawn), file: undefined };

  gone.throwIfAborted();
  if (batch.documents !== 'packingSlips') {
    await recordPrints(deps, { session, orders: printed, format: batch.format });
  }
  return { report: report(drawn), file };
}
