import { labelEndpoints } from '@portage/contract/orders/labels';
import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import type { PrintJob } from './print-state.ts';

/** Concerns all orders of a call where `order` is undefined. */
export interface PrintFailure {
  readonly order: OrderSummary | undefined;
  /** Can be shown. */
  readonly reason: string;
  /** Undefined when the call was answered. */
  readonly cause: unknown;
}

export function failureOf(cause: unknown, order?: OrderSummary): PrintFailure {
  return { order, reason: cause instanceof Error ? cause.message : String(cause), cause };
}

interface FetchedPart {
  readonly file?: Blob | undefined;
  readonly failures: readonly PrintFailure[];
}

export interface PrintCalls {
  readonly mostInCall: number;
  /** With `stop` a failure means no file. Undefined when aborted. */
  readonly fetch: (
    orders: readonly OrderSummary[],
    onFailure: 'stop' | 'skip',
  ) => Promise<FetchedPart | undefined>;
}

/** Spec 1 §7. */
const MOST_ONE_BY_ONE = 5;

/** Milliseconds; 500 orders are slow on a slow line. */
const BATCH_PATIENCE = 120_000;

/** One call an order (spec 1 §7), batches for many or shared sheets. */
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

export const comesInParts = (job: PrintJob) => job.orders.length > mostInCallFor(job);

const mostInCallFor = (job: PrintJob) => (comesByOrder(job) ? 1 : MOST_IN_BATCH);

const comesByOrder = (job: PrintJob) => job.orders.length <= MOST_ONE_BY_ONE && !sharesSheets(job);

/** Returns true where labels share sheets: with packing slips, and on letter paper. */
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
  // `stop` leaves orders unprocessed without a reason.
  const failures = report.outcomes.flatMap(({ id, code, message = '' }) =>
    code === undefined ? [] : { order: orderById.get(id), reason: message, cause: undefined },
  );
  return { file, failures };
}

export type Decision = 'tryAgain' | 'skip' | 'skipAll' | 'stop';

/** Orders. */
export interface FetchProgress {
  /** Made or failed. */
  readonly done: number;
  readonly made: number;
}

interface Listener {
  readonly onProgress: (progress: FetchProgress) => void;
  readonly onSkip: (orders: readonly OrderSummary[]) => void;
  /** Some failures allow only to stop. */
  readonly onFailure: (failure: PrintFailure, offers: readonly Decision[]) => Promise<Decision>;
}

/** Each order is made, skipped or left. */
export interface FetchedDocuments {
  /** In sequence. */
  readonly files: readonly Blob[];
  readonly made: readonly OrderSummary[];
  readonly skipped: readonly OrderSummary[];
  /** Stopped before their turn, or not skipped. */
  readonly left: readonly OrderSummary[];
}

/** Asks after a failure (spec 1 §7); keeps made documents, which are recorded. */
export async function fetchDocuments(
  orders: readonly OrderSummary[],
  { fetch, mostInCall }: PrintCalls,
  { onProgress, onSkip, onFailure }: Listener,
): Promise<FetchedDocuments> {
  const files: Blob[] = [];
  const made: OrderSummary[] = [];
  const skipped: OrderSummary[] = [];
  let skipsAll = false;
  let left = orders;

  function skip(some: readonly OrderSummary[]): void {
    skipped.push(...some);
    onSkip(some);
  }

  while (left.length > 0) {
    const chunk = left.slice(0, mostInCall);
    const part = await fetch(chunk, skipsAll ? 'skip' : 'stop');
    if (!part) break;
    const { file, failures } = part;
    const question = failures.find((failure) => !skipsAll || !isSkippable(failure));
    if (question) {
      const offers = offersAfter(question, made.length, left.length - 1);
      const decision = await onFailure(question, offers);
      if (decision === 'stop') break;
      if (decision === 'tryAgain' || !question.order) continue;
      skipsAll = decision === 'skipAll';
      skip([question.order]);
      left = left.filter((order) => order !== question.order);
    } else {
      const failed = failures.flatMap(({ order }) => order ?? []);
      skip(failed);
      if (file) {
        files.push(file);
        made.push(...chunk.filter((order) => !failed.includes(order)));
      }
      left = left.slice(chunk.length);
    }
    onProgress({ done: orders.length - left.length, made: made.length });
  }
  return { files, made, skipped, left };
}

function offersAfter(failure: PrintFailure, made: number, left: number): Decision[] {
  const ways = made + left > 0 ? waysOn(failure, left) : [];
  return ways.length > 0 || made > 0 ? [...ways, 'stop'] : [];
}

function waysOn(failure: PrintFailure, left: number): Decision[] {
  if (mayPass(failure)) return ['tryAgain'];
  return isSkippable(failure) && left > 0 ? ['skip', 'skipAll'] : [];
}

/** A failure of all orders is not. */
const isSkippable = (failure: PrintFailure) => failure.order !== undefined && !mayPass(failure);

const MAY_PASS: ReadonlySet<number> = new Set([0, 401, 429, 503]);

/** No answer, a busy server, a lost session, or a server error of a batch. */
function mayPass({ order, cause }: PrintFailure): boolean {
  if (!(cause instanceof ApiError)) return false;
  const { status } = cause.problem;
  return MAY_PASS.has(status) || (!order && status >= 500);
}
