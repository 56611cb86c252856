import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Lets what follows in a transaction wait so many milliseconds for a lock that another one holds.
 * PostgreSQL ends it then (`isLockedOut`), and its connection is free for others. `set local`, which a
 * cluster passes on to its workers, and not `set_config`, which stays on the coordinator.
 */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

/** Tells whether PostgreSQL ended a transaction since it had waited for a lock as long as it may. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

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
