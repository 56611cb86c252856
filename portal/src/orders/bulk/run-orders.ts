import { attemptOrder } from './attempt-order.ts';
import type { BulkAction } from './bulk-action.ts';
import type { Outcome, Turn } from './bulk-run.ts';

/** The pauses before an order's second, third and fourth call, in milliseconds. */
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
 * Does an action to orders, several at a time. What may pass (no connection, a busy or faulty server)
 * is tried again after ever longer pauses; a session that has ended stops everything.
 */
export async function runOrders(
  turns: readonly Turn[],
  action: Pick<BulkAction, 'run' | 'concurrency' | 'doneAlready'>,
  { stop, isSignedIn, onOutcome, pause }: RunOptions,
): Promise<void> {
  const queue = turns.values();
  let isRefused = false;
  // After every try for one order went nowhere, the others need not learn it the slow way.
  let isHopeless = false;

  const isSignedOut = () => isRefused || !isSignedIn();
  const mayGoOn = () => !stop.aborted && !isSignedOut();

  async function work(): Promise<void> {
    for (const turn of queue) onOutcome(turn.order.id, await outcomeOf(turn));
  }

  async function outcomeOf(turn: Turn): Promise<Outcome> {
    if (isSignedOut()) return { result: 'unprocessed', because: 'signedOut' };
    if (stop.aborted) return { result: 'unprocessed', because: 'cancelled' };
    let { outcome, mayPass } = await attemptOrder(action, turn);
    for (const milliseconds of isHopeless ? [] : PAUSES) {
      if (!mayPass) break;
      await pause(milliseconds, stop);
      if (!mayGoOn()) return outcome;
      const isUncertain = outcome.result === 'error' && outcome.isUncertain;
      ({ outcome, mayPass } = await attemptOrder(action, { ...turn, isUncertain }));
    }
    isHopeless = mayPass;
    isRefused ||= outcome.result === 'unprocessed';
    return outcome;
  }

  await Promise.all(Array.from({ length: action.concurrency }, work));
}
