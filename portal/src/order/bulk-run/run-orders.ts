import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { ApiError } from '../../lib/api-error.ts';
import { noAnswer } from '../../lib/request.ts';
import type { BulkAction, Standing } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';

interface Attempt {
  readonly results: readonly TurnResult[];
  readonly mayPass: boolean;
  readonly isSignedOut: boolean;
}

interface TurnResult {
  readonly turn: Turn;
  readonly outcome: Outcome;
}

/** Never rejects. Counts uncertain orders found done as successes. */
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

/** Status 0 where the server could not be reached. */
const problemOf = (error: unknown): Partial<ApiError['problem']> =>
  error instanceof ApiError ? error.problem : {};

/** Milliseconds before a batch's second, third and fourth call. */
const PAUSES = [500, 1_000, 2_000];

interface RunOptions {
  /** Waits for calls in progress. */
  readonly stop: AbortSignal;
  /** Another user must not call. */
  readonly isSignedIn: () => boolean;
  /** Called once per order. */
  readonly onOutcome: (orderId: string, outcome: Outcome) => void;
  /** Returns early when stopped. */
  readonly pause: (milliseconds: number, stop: AbortSignal) => Promise<void>;
}

/** Retries temporary failures with growing pauses; the session's end stops everything. */
export async function runOrders(
  turns: readonly Turn[],
  action: Pick<BulkAction, 'run' | 'batchSize' | 'concurrency' | 'wasDone'>,
  { stop, isSignedIn, onOutcome, pause }: RunOptions,
): Promise<void> {
  const batches = batchesOf(turns, action.batchSize);
  let isRefused = false;
  // Spares the other batches the same retries.
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
