import { setTimeout } from 'node:timers/promises';
import { isLockedOut } from '../db/limit-lock-wait.ts';
import { turns } from '../threads/take-turns.ts';

/** How long is waited before each further try, in milliseconds: some six seconds in all. */
const PAUSES = [100, 200, 400, 800, 1600, 3200] as const;

/**
 * One of the process tries again at a time: each has a connection while it looks whether the orders are
 * free, and some hundred prints of an order that is held would have them all.
 */
const takeTurn = turns({ atOnce: 1, mostWaiting: 100 });

/**
 * Tries again to record what found an order held by another transaction, with no connection between two
 * tries. Raises what the last one raises, any other failure at once, and `busy` when too much waits.
 */
export async function recordOnceFree(
  record: () => Promise<void>,
  [pause, ...others]: readonly [number, ...number[]] = PAUSES,
): Promise<void> {
  await setTimeout(pause);
  try {
    await takeTurn(record);
  } catch (error) {
    const [next, ...rest] = others;
    if (!isLockedOut(error) || next === undefined) throw error;
    await recordOnceFree(record, [next, ...rest]);
  }
}
