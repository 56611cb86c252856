import type { FastifyInstance } from 'fastify';
import type { Locale } from '@portage/contract/locale';
import { labelEndpoints, type LabelBatch } from '@portage/contract/orders/labels';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import type { ReportedFile } from '../http/reported-file.ts';
import type { Session } from '../http/session.ts';
import { findOrders, type StoredOrder } from '../orders/get-order.ts';
import { recordPrints } from '../orders/record-prints.ts';
import { drawOrders, type DrawingDeps, prepareOrders, labelError } from './draw-orders.ts';
import { printLabel, printPackingSlip, printTestLabel } from './print-label.ts';
import { takeBatchPlace } from './print-threads.ts';

interface Judged {
  readonly id: string;
  /** Missing when there is no such order. */
  readonly found?: StoredOrder;
  readonly error?: ApiError;
}

/** In the language of the request. With `stop` only the first failure has an error (spec 1 §8). */
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

/** Finds errors before drawing. */
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

/** Each printable order once; none when a failure stops the batch. */
function printable(judged: readonly Judged[], { onFailure }: LabelBatch): StoredOrder[] {
  if (onFailure === 'stop' && judged.some(({ error }) => error)) return [];
  return [...new Set(judged.flatMap(({ found, error }) => (error ? [] : (found ?? []))))];
}

interface WantedBatch {
  batch: LabelBatch;
  locale: Locale;
  /** Aborted when the caller has the answer or disconnects. */
  gone: AbortSignal;
}

/** Has no file when nothing was printed. */
type PrintedBatch = ReportedFile<{ outcomes: OrderOutcome[] }>;

/** Records prints unless disconnected. Throws `too_many_pages`, `busy` and `gone`'s reason. */
async function printBatch(
  deps: DrawingDeps,
  session: Session,
  wanted: WantedBatch,
): Promise<PrintedBatch> {
  const { gone } = wanted;
  const { giveBack } = takeBatchPlace(session.merchantId);
  try {
    const printed = await printInPlace(deps, session, wanted);
    gone.throwIfAborted();
    // Not before the file is read, which slow callers keep in memory.
    gone.addEventListener('abort', giveBack);
    return printed;
  } catch (error) {
    giveBack();
    throw error;
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

export function labelRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, labelEndpoints.get, ({ session, params, query, gone }) =>
    printLabel(deps, session, params.id, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.test, ({ session, query, gone }) =>
    printTestLabel(deps, session, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.packingSlip, ({ session, params, query, gone }) =>
    printPackingSlip(deps, session, params.id, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.batch, ({ session, body, locale, gone }) =>
    printBatch(deps, session, { batch: body, locale, gone }),
  );
}
