import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { hasSqlState } from './sql-state.ts';

/** Milliseconds. `set local` reaches a cluster's workers; `set_config` does not. */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

export const isLockedOut = (error: unknown): boolean => hasSqlState(error, '55P03');

/** Serialization failure, deadlock. */
const isConflict = (error: unknown): boolean => hasSqlState(error, '40001', '40P01');

/** Retries temporary errors after each pause (milliseconds). Throws the last, others at once. */
async function retry<Result>(
  transaction: () => Promise<Result>,
  isTemporary: (error: unknown) => boolean,
  [pause, ...others]: readonly number[],
): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!isTemporary(error) || pause === undefined) throw error;
    await setTimeout(pause);
    return retry(transaction, isTemporary, others);
  }
}

const MOST_TRIES = 5;
const LONGEST_PAUSE = 50;

/** Retries deadlocks, up to five times. Throws the last. */
export function retryConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const pauses = Array.from({ length: MOST_TRIES - 1 }, () => Math.random() * LONGEST_PAUSE);
  return retry(transaction, isConflict, pauses);
}

/** Retries for some six seconds, without a connection between short waits for locks. */
export const retryLocked = <Result>(transaction: () => Promise<Result>): Promise<Result> =>
  retry(transaction, isLockedOut, [100, 200, 400, 800, 1600, 3200]);
