import { pipelinedTransaction } from '../db/pipelined-transaction.ts';
import type { Database, Executor } from '../db/database.ts';
import { isLockedOut, limitLockWait, retryLocked } from '../db/retry-transaction.ts';
import { ApiError } from '../api-error.ts';

/** How long a try waits for whoever holds an order, in milliseconds: it has a connection as long. */
const LOCK_WAIT = 250;

/**
 * Does work that changes orders in a transaction. Where another one holds an order it is begun again a
 * little later, and has no connection meanwhile. Throws `busy` when the order is held for seconds.
 */
export async function orderTransaction<Result>(
  db: Database,
  work: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  const transaction = async (trx: Executor) => {
    const [, result] = await Promise.all([limitLockWait(trx, LOCK_WAIT), work(trx)]);
    return result;
  };
  try {
    return await retryLocked(() => pipelinedTransaction(db, transaction));
  } catch (error) {
    throw isLockedOut(error) ? new ApiError('busy') : error;
  }
}
