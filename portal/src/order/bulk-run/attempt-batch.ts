import type { OrderOutcome } from '@portage/contract/order-readiness';
import { ApiError } from '../../lib/api-error.ts';
import { noAnswer } from '../../lib/request.ts';
import type { BulkAction, Standing } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';

/** How one call for a batch of orders ended. */
export interface Attempt {
  readonly results: readonly TurnResult[];
  /** Whether it failed for something that may pass by itself: another call may fare better. */
  readonly mayPass: boolean;
  /** Whether the session has ended. */
  readonly isSignedOut: boolean;
}

/** A turn, and what became of its order. */
interface TurnResult {
  readonly turn: Turn;
  readonly outcome: Outcome;
}

/**
 * Makes one call for a batch of orders. Never rejects: whatever goes wrong is the outcome of its
 * orders. What cannot be done because an earlier call, whose answer was lost, has done it, is done.
 */
export async function attemptBatch(
  { run, wasDone }: Pick<BulkAction, 'run' | 'wasDone'>,
  turns: readonly Turn[],
): Promise<Attempt> {
  const isDone = (turn: Turn, known: Standing) => turn.isUncertain && wasDone(known);
  const resultOf = (outcomeOf: (turn: Turn) => Outcome) =>
    turns.map((turn) => ({ turn, outcome: outcomeOf(turn) }));
  try {
    const answers = await run(turns.map(({ order }) => order));
    const results = resultOf((turn) => {
      const answer = answers.find(({ id }) => id === turn.order.id);
      if (!answer) throw noAnswer('unexpected_answer');
      return isDone(turn, answer) ? done(answer) : outcomeOf(answer, turn);
    });
    return { results, mayPass: false, isSignedOut: false };
  } catch (error) {
    const { status, code, requestId } = problemOf(error);
    if (status === 401) {
      const results = resultOf(() => ({ result: 'unprocessed', because: 'signedOut' }));
      return { results, mayPass: false, isSignedOut: true };
    }
    const message = error instanceof Error ? error.message : String(error);
    const isLost = status === undefined || status === 0 || status >= 500;
    const results = resultOf((turn) => {
      if (isDone(turn, { code })) return done({});
      const isUncertain = turn.isUncertain || isLost;
      return { result: 'error', message, requestId, isUncertain, status: undefined };
    });
    const mayPass = status !== undefined && (isLost || status === 429);
    return { results, mayPass, isSignedOut: false };
  }
}

const done = ({ status }: Standing): Outcome => ({ result: 'success', status });

/** What the server says became of an order. */
function outcomeOf({ result, status, message = '' }: OrderOutcome, { isUncertain }: Turn): Outcome {
  if (result === 'success') return { result, status };
  if (result === 'unprocessed') return { result, because: 'refused', message, status };
  return { result, message, status, requestId: undefined, isUncertain };
}

/** What the server said, or that it could not be asked (status 0); nothing of any other failure. */
const problemOf = (error: unknown): Partial<ApiError['problem']> =>
  error instanceof ApiError ? error.problem : {};
