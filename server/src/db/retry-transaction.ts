import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Milliseconds. `set local` reaches a cluster's workers; `set_config` does not. */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Serialization failure, deadlock. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const MOST_TRIES = 5;
const LONGEST_PAUSE = 50;

/** Retries deadlocks, up to five times. Throws the last. */
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

/** Milliseconds: some six seconds in all. */
const PAUSES = [100, 200, 400, 800, 1600, 3200] as const;

/** Retries without a connection between short waits for locks. Throws the last of seven errors. */
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
