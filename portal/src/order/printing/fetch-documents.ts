import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { ApiError } from '../../lib/api-error.ts';
import type { PrintCalls, PrintFailure } from './print-calls.ts';

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
