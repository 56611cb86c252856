import { labelEndpoints } from '@portage/contract/orders/labels';
import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { callApi } from '../../lib/api.ts';
import type { PrintJob } from './print-state.ts';

/** Documents that could not be had: those of one order, or of all orders of a call (`order` undefined). */
export interface PrintFailure {
  readonly order: OrderSummary | undefined;
  /** Why, fit to be shown. */
  readonly reason: string;
  /** What the call was refused with; undefined when it was answered. */
  readonly cause: unknown;
}

/** The failure that something caught makes, of one order or of all. */
export function failureOf(cause: unknown, order?: OrderSummary): PrintFailure {
  return { order, reason: cause instanceof Error ? cause.message : String(cause), cause };
}

/** What a call brought: a file, unless there is nothing to put in it, and the orders that failed. */
interface FetchedPart {
  readonly file?: Blob | undefined;
  readonly failures: readonly PrintFailure[];
}

/** How the documents of a job are fetched. */
export interface PrintCalls {
  /** How many orders a call is for at most. */
  readonly mostInCall: number;
  /**
   * Fetches the documents of some orders. With `stop` one failure means no file. Answers with nothing
   * when it was given up before all of it was there.
   */
  readonly fetch: (
    orders: readonly OrderSummary[],
    onFailure: 'stop' | 'skip',
  ) => Promise<FetchedPart | undefined>;
}

/** The most orders whose documents are fetched by one call each, as the specification has it. */
const MOST_ONE_BY_ONE = 5;

/** How long a batch may take, in milliseconds: on a slow line a file of 500 orders takes a while. */
const BATCH_PATIENCE = 120_000;

/**
 * The calls for a job: one an order (spec 1 §7), and for more than a few orders, or for what stands on
 * a sheet together, batches.
 */
export function printCallsFor(job: PrintJob, signal: AbortSignal): PrintCalls {
  const isByOrder = comesByOrder(job);
  const fetch = isByOrder ? fetchOne : fetchBatch;
  return {
    mostInCall: mostInCallFor(job),
    async fetch(orders, onFailure) {
      try {
        return await fetch(job, orders, { onFailure, signal });
      } catch (cause) {
        if (signal.aborted) return undefined;
        return { failures: [failureOf(cause, isByOrder ? orders[0] : undefined)] };
      }
    },
  };
}

/** Whether some documents of a job are made before others: it takes several calls. */
export const comesInParts = (job: PrintJob) => job.orders.length > mostInCallFor(job);

const mostInCallFor = (job: PrintJob) => (comesByOrder(job) ? 1 : MOST_IN_BATCH);

const comesByOrder = (job: PrintJob) => job.orders.length <= MOST_ONE_BY_ONE && !sharesSheets(job);

/** Labels stand beside their packing slips; on letter paper also two by two, which merged files do not. */
const sharesSheets = ({ documents, format, orders }: PrintJob) =>
  documents === 'labelsAndPackingSlips' || (format === 'pdf_letter' && orders.length > 1);

interface FetchOptions {
  readonly onFailure: 'stop' | 'skip';
  readonly signal: AbortSignal;
}

async function fetchOne(
  { documents, format, dpi }: PrintJob,
  [order]: readonly OrderSummary[],
  { signal }: FetchOptions,
): Promise<FetchedPart> {
  if (!order) return { failures: [] };
  const params = { id: order.id };
  const call =
    documents === 'packingSlips'
      ? callApi(
          labelEndpoints.packingSlip,
          { params, query: { format: format === 'zpl' ? 'zpl' : 'pdf', dpi } },
          { signal },
        )
      : callApi(labelEndpoints.get, { params, query: { format, dpi } }, { signal });
  return { file: await call, failures: [] };
}

async function fetchBatch(
  { documents, format, dpi }: PrintJob,
  orders: readonly OrderSummary[],
  { onFailure, signal }: FetchOptions,
): Promise<FetchedPart> {
  const ids = orders.map(({ id }) => id);
  const body = { ids, documents, format, dpi, onFailure };
  const { report, file } = await callApi(
    labelEndpoints.batch,
    { body },
    { signal, patience: BATCH_PATIENCE },
  );
  const orderById = new Map(orders.map((order) => [order.id, order]));
  // With `stop` the orders that were not to blame are unprocessed, too, but without a reason.
  const failures = report.outcomes.flatMap(({ id, code, message = '' }) =>
    code === undefined ? [] : { order: orderById.get(id), reason: message, cause: undefined },
  );
  return { file, failures };
}
