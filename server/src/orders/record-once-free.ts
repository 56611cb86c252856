import { setTimeout } from 'node:timers/promises';
import { retryLocked } from '../db/retry-transaction.ts';
import { turns } from '../threads/take-turns.ts';

/** How long is waited before the second try, in milliseconds. */
const PAUSE = 100;

/**
 * One of the process tries again at a time: each has a connection while it looks whether the orders are
 * free, and some hundred prints of an order that is held would have them all.
 */
const takeTurn = turns({ atOnce: 1, mostWaiting: 100 });

/**
 * Tries again to record what found an order held by another transaction, with no connection between two
 * tries. Throws what `retryLocked` throws, and `busy` when too much waits.
 */
export async function recordOnceFree(record: () => Promise<void>): Promise<void> {
  await setTimeout(PAUSE);
  return retryLocked(() => takeTurn(record));
}
