import type { OrderSummary } from '@portage/contract/order-selection';
import { ApiError } from '../../lib/api-error.ts';
import type { PrintCalls, PrintFailure } from './print-calls.ts';

/** How to go on after a failure. */
export type Decision = 'tryAgain' | 'skip' | 'skipAll' | 'stop';

interface Listener {
  /** Hears of how many orders it is known what became of them. */
  readonly onProgress: (done: number) => void;
  /** Is told of a failure, and asked for one of the ways to go on, of which there may be none but to stop. */
  readonly onFailure: (failure: PrintFailure, offers: readonly Decision[]) => Promise<Decision>;
}

/** Files of documents in the sequence of their orders. */
export interface FetchedDocuments {
  readonly files: readonly Blob[];
  /** The orders that have no part in the files, because theirs could not be made. */
  readonly skipped: readonly OrderSummary[];
  /** Whether it ended before its time, so that the files are not to be printed. */
  readonly isStopped: boolean;
}

/**
 * Fetches the documents of orders, as many at a call as the calls take. It halts at the first failure
 * (spec 1 §7) and asks how to go on; what calls have brought before is not fetched again.
 */
export async function fetchDocuments(
  orders: readonly OrderSummary[],
  { fetch, mostInCall }: PrintCalls,
  { onProgress, onFailure }: Listener,
): Promise<FetchedDocuments> {
  const files: Blob[] = [];
  const skipped: OrderSummary[] = [];
  let skipsAll = false;
  let left = orders;
  while (left.length > 0) {
    const chunk = left.slice(0, mostInCall);
    const { file, failures } = await fetch(chunk, skipsAll ? 'skip' : 'stop');
    const question = failures.find((failure) => !skipsAll || !isSkippable(failure));
    if (question) {
      const others = orders.length - skipped.length - 1;
      const decision = await onFailure(question, offersAfter(question, others, left.length - 1));
      if (decision === 'stop') return { files, skipped, isStopped: true };
      if (decision !== 'tryAgain' && question.order) {
        skipsAll = decision === 'skipAll';
        skipped.push(question.order);
        left = left.filter((order) => order !== question.order);
      }
    } else {
      if (file) files.push(file);
      skipped.push(...failures.flatMap(({ order }) => order ?? []));
      left = left.slice(chunk.length);
    }
    onProgress(orders.length - left.length);
  }
  return { files, skipped, isStopped: false };
}

/** How one may go on after a failure, when `others` may still be printed and `left` of them are to come. */
function offersAfter(failure: PrintFailure, others: number, left: number): Decision[] {
  if (mayPass(failure)) return others > 0 ? ['tryAgain', 'stop'] : [];
  if (!isSkippable(failure) || others === 0) return [];
  return left > 0 ? ['skip', 'skipAll', 'stop'] : ['skip', 'stop'];
}

/** What fails for all orders alike is nothing to skip an order for. */
const isSkippable = (failure: PrintFailure) => failure.order !== undefined && !mayPass(failure);

/**
 * Whether trying again may help: nobody answered (status 0), or the server was busy; for a call of many
 * orders also any other fault of the server, of which none of them is known to be the cause.
 */
function mayPass({ order, cause }: PrintFailure): boolean {
  if (!(cause instanceof ApiError)) return false;
  const { status } = cause.problem;
  return status === 0 || status === 429 || status === 503 || (!order && status >= 500);
}
