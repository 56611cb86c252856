import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { ApiError } from '../../lib/api-error.ts';
import { labelEndpoints } from '@portage/contract/orders/labels';
import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
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

/** How to go on after a failure. */
export type Decision = 'tryAgain' | 'skip' | 'skipAll' | 'stop';

/** How far a job is, in orders. */
export interface FetchProgress {
  /** Of how many it is known what became of them. */
  readonly done: number;
  /** Of how many there are documents. */
  readonly made: number;
}

interface Listener {
  readonly onProgress: (progress: FetchProgress) => void;
  /** Hears of orders as they are skipped. */
  readonly onSkip: (orders: readonly OrderSummary[]) => void;
  /** Is told of a failure, and asked for one of the ways to go on, of which there may be none but to stop. */
  readonly onFailure: (failure: PrintFailure, offers: readonly Decision[]) => Promise<Decision>;
}

/** What came of orders: each of them is made, skipped or left. */
export interface FetchedDocuments {
  /** The documents of those that are made, in their sequence. */
  readonly files: readonly Blob[];
  readonly made: readonly OrderSummary[];
  /** Theirs could not be made. */
  readonly skipped: readonly OrderSummary[];
  /** Their turn did not come, or they were not skipped, before it was stopped or given up. */
  readonly left: readonly OrderSummary[];
}

/**
 * Fetches the documents of orders, as many at a call as the calls take. It halts at the first failure
 * (spec 1 §7) and asks how to go on; what calls have brought before is not fetched again, and not
 * thrown away whatever comes: the server has it on record as printed.
 */
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

/**
 * How one may go on after a failure, when `made` orders have their documents and `left` others are to
 * come. Where nothing is made and nothing else helps, there is nothing to choose.
 */
function offersAfter(failure: PrintFailure, made: number, left: number): Decision[] {
  const ways = made + left > 0 ? waysOn(failure, left) : [];
  return ways.length > 0 || made > 0 ? [...ways, 'stop'] : [];
}

function waysOn(failure: PrintFailure, left: number): Decision[] {
  if (mayPass(failure)) return ['tryAgain'];
  return isSkippable(failure) && left > 0 ? ['skip', 'skipAll'] : [];
}

/** What fails for all orders alike is nothing to skip an order for. */
const isSkippable = (failure: PrintFailure) => failure.order !== undefined && !mayPass(failure);

const MAY_PASS: ReadonlySet<number> = new Set([0, 401, 429, 503]);

/**
 * Whether trying again may help: nobody answered (status 0), the server was busy, or the session could
 * not be renewed just then; for a call of many orders also any other fault of the server, of which none
 * of them is known to be the cause.
 */
function mayPass({ order, cause }: PrintFailure): boolean {
  if (!(cause instanceof ApiError)) return false;
  const { status } = cause.problem;
  return MAY_PASS.has(status) || (!order && status >= 500);
}
