import { setTimeout } from 'node:timers/promises';
import { isLockedOut } from './limit-lock-wait.ts';

/** How long is waited before each further try, in milliseconds: some six seconds in all. */
const PAUSES = [100, 200, 400, 800, 1600, 3200] as const;

/**
 * Does a transaction that waits for locks only briefly (`limitLockWait`), and again when PostgreSQL
 * ended it for that: nothing of it was done then. There is no connection between two tries, so that
 * however many wait for what another transaction holds, there are some for everybody else. Throws what
 * is raised otherwise, and the last such end of seven.
 */
export async function retryLocked<Result>(
  transaction: () => Promise<Result>,
  [pause, ...others]: readonly number[] = PAUSES,
): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!isLockedOut(error) || pause === undefined) throw error;
    await setTimeout(pause);
    return retryLocked(transaction, others);
  }
}
