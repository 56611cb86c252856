import { ApiError } from '../../lib/api-error.ts';
import type { BulkAction } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';

/** How one call for an order ended. */
export interface Attempt {
  readonly outcome: Outcome;
  /** Whether it failed for something that may pass by itself: another call may fare better. */
  readonly mayPass: boolean;
}

/**
 * Makes one call for an order. Never rejects: whatever goes wrong is the order's outcome. What a call
 * refuses because an earlier one, whose answer was lost, has done it, is done.
 */
export async function attemptOrder(
  { run, doneAlready }: Pick<BulkAction, 'run' | 'doneAlready'>,
  { order, isUncertain }: Turn,
): Promise<Attempt> {
  try {
    await run(order);
  } catch (error) {
    const { status, code, requestId } = problemOf(error);
    if (status === 401) return over({ result: 'unprocessed', because: 'signedOut' });
    const isDone = isUncertain && code !== undefined && code === doneAlready;
    if (!isDone) {
      const message = error instanceof Error ? error.message : String(error);
      const isLost = status === undefined || status === 0 || status >= 500;
      return {
        outcome: { result: 'error', message, requestId, isUncertain: isUncertain || isLost },
        mayPass: status !== undefined && (isLost || status === 429),
      };
    }
  }
  return over({ result: 'success' });
}

const over = (outcome: Outcome): Attempt => ({ outcome, mayPass: false });

/** What the server said, or that it could not be asked (status 0); nothing of any other failure. */
const problemOf = (error: unknown): Partial<ApiError['problem']> =>
  error instanceof ApiError ? error.problem : {};
