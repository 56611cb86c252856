import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Limits the wait for locks in a transaction, in ms. `set local` reaches the workers of a cluster;
 * `set_config` does not.
 */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

/** Tells whether PostgreSQL ended a transaction since it had waited for a lock as long as it may. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Codes of transactions that PostgreSQL ended because of another one. */
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

/** Pauses before further tries, in ms: some six seconds in all. */
const PAUSES = [100, 200, 400, 800, 1600, 3200] as const;

/**
 * Runs a transaction that waits for locks only briefly, and retries it when that was too short.
 * Holds no connection between tries. Throws the last error of seven tries.
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
