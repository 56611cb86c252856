import type { BulkAction, Standing } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { ApiError } from '../../lib/api-error.ts';
import { noAnswer } from '../../lib/request.ts';

/** Result of one call. */
interface Attempt {
  readonly results: readonly TurnResult[];
  /** True when a retry may succeed. */
  readonly mayPass: boolean;
  /** True when the session has ended. */
  readonly isSignedOut: boolean;
}

/** A turn, and what became of its order. */
interface TurnResult {
  readonly turn: Turn;
  readonly outcome: Outcome;
}

/**
 * Makes one call; a failure becomes the outcome of its orders. Never rejects. An uncertain order
 * that is found done counts as a success.
 */
async function attemptBatch(
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

function outcomeOf({ result, status, message = '' }: OrderOutcome, { isUncertain }: Turn): Outcome {
  if (result === 'success') return { result, status };
  if (result === 'unprocessed') return { result, because: 'refused', message, status };
  return { result, message, status, requestId: undefined, isUncertain };
}

/** Returns the server's problem; status 0 where it could not be reached. */
const problemOf = (error: unknown): Partial<ApiError['problem']> =>
  error instanceof ApiError ? error.problem : {};

/** The pauses before a batch’s second, third and fourth call, in milliseconds. */
const PAUSES = [500, 1_000, 2_000];

interface RunOptions {
  /** Once it is aborted no further call is made; those under way are waited for. */
  readonly stop: AbortSignal;
  /** False after another user signed in: no call is made in their name. */
  readonly isSignedIn: () => boolean;
  /** Hears of every order exactly once. */
  readonly onOutcome: (orderId: string, outcome: Outcome) => void;
  /** Waits, or returns when the run is stopped. */
  readonly pause: (milliseconds: number, stop: AbortSignal) => Promise<void>;
}

/**
 * Runs an action in batches, several at a time. Retries temporary failures with growing pauses;
 * the end of the session stops everything.
 */
export async function runOrders(
  turns: readonly Turn[],
  action: Pick<BulkAction, 'run' | 'batchSize' | 'concurrency' | 'wasDone'>,
  { stop, isSignedIn, onOutcome, pause }: RunOptions,
): Promise<void> {
  const batches = batchesOf(turns, action.batchSize);
  let isRefused = false;
  // After every try for one batch went nowhere, the others need not learn it the slow way.
  let isHopeless = false;

  const isSignedOut = () => isRefused || !isSignedIn();
  const mayGoOn = () => !stop.aborted && !isSignedOut();

  async function work(): Promise<void> {
    for (const batch of batches) {
      const because = isSignedOut() ? 'signedOut' : 'cancelled';
      if (mayGoOn()) {
        const { results } = await attemptUntilOver(batch);
        for (const { turn, outcome } of results) onOutcome(turn.order.id, outcome);
      } else {
        for (const { order } of batch) onOutcome(order.id, { result: 'unprocessed', because });
      }
    }
  }

  async function attemptUntilOver(batch: readonly Turn[]): Promise<Attempt> {
    let attempt = await attemptBatch(action, batch);
    for (const milliseconds of isHopeless ? [] : PAUSES) {
      if (!attempt.mayPass) break;
      await pause(milliseconds, stop);
      if (!mayGoOn()) return attempt;
      attempt = await attemptBatch(action, attempt.results.map(nextTurn));
    }
    isHopeless = attempt.mayPass;
    isRefused ||= attempt.isSignedOut;
    return attempt;
  }

  await Promise.all(Array.from({ length: action.concurrency }, work));
}

function* batchesOf(turns: readonly Turn[], size: number) {
  for (let from = 0; from < turns.length; from += size) yield turns.slice(from, from + size);
}

const nextTurn = ({ turn, outcome }: Attempt['results'][number]): Turn => ({
  ...turn,
  isUncertain: outcome.result === 'error' && outcome.isUncertain,
});
