import { type Attempt, attemptBatch } from './attempt-batch.ts';
import type { BulkAction } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';

/** The pauses before a batch’s second, third and fourth call, in milliseconds. */
const PAUSES = [500, 1_000, 2_000];

interface RunOptions {
  /** Once it is aborted no further call is made; those under way are waited for. */
  readonly stop: AbortSignal;
  /** Whether who began it is signed in; in another's name no call is made either. */
  readonly isSignedIn: () => boolean;
  /** Hears of every order exactly once. */
  readonly onOutcome: (orderId: string, outcome: Outcome) => void;
  /** Waits so many milliseconds, or until it is stopped. */
  readonly pause: (milliseconds: number, stop: AbortSignal) => Promise<void>;
}

/**
 * Does an action to orders, a batch at a call and several calls at a time. What may pass (no
 * connection, a busy or faulty server) is tried again after ever longer pauses; a session that has
 * ended stops everything.
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
