import { setTimeout } from 'node:timers/promises';

/** What PostgreSQL says of a transaction that it ended for the sake of another one. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const MOST_TRIES = 5;
const LONGEST_PAUSE = 50;

/**
 * Does a transaction, and again when PostgreSQL ended it for the sake of another one (a deadlock):
 * nothing of it was done then. Throws what is raised otherwise, and the last such end of five.
 */
export async function retryConflicts<Result>(
  transaction: () => Promise<Result>,
  tries = MOST_TRIES,
): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    const isConflict = error instanceof Error && 'code' in error && CONFLICTS.has(error.code);
    if (!isConflict || tries === 1) throw error;
    await setTimeout(Math.random() * LONGEST_PAUSE);
    return retryConflicts(transaction, tries - 1);
  }
}
