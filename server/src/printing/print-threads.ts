import { availableParallelism } from 'node:os';
import { ApiError } from '../api-error.ts';
import { placesUnderWay } from '../throttle/places-under-way.ts';
import { turns } from '../threads/take-turns.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import type * as printWorker from './print-worker.ts';

const WORKER = new URL('./print-worker.ts', import.meta.url);

const CORES = availableParallelism();

/** A core is left to the rest of the server, where there are two. */
const THREADS = Math.max(1, CORES - 1);

/** An order takes a few ms of a core, one of 99 packages about 100, so the queue stays short. */
const MOST_ORDERS_WAITING = 100 * CORES;

/** Limit per merchant; the portal sends five at a time. */
const MOST_ORDERS_WAITING_OF_A_MERCHANT = MOST_ORDERS_WAITING / 2;

/** A batch takes a second or so. */
const MOST_BATCHES_WAITING = 8;

/**
 * Milliseconds to wait for a turn, and again for a thread. A busy server answers within two
 * seconds.
 */
const PATIENCE = 1000;

/**
 * Runs one single print of a merchant per core, round-robin by merchant. Eight at once would print
 * a sixth sooner but slow other calls by a third. Throws `busy`.
 */
export const takePrintTurn = turns({
  atOnce: CORES + 1,
  atOnceOfAnOwner: CORES,
  mostWaiting: MOST_ORDERS_WAITING,
  mostWaitingOfAnOwner: MOST_ORDERS_WAITING_OF_A_MERCHANT,
  patience: PATIENCE,
});

/** Threads that print one order each. To start one takes longer than all else of a print: one stays. */
export const printOne = workerThreads<typeof printWorker>(WORKER, {
  threads: THREADS,
  mostWaiting: MOST_ORDERS_WAITING,
  patience: PATIENCE,
  kept: 1,
});

/** Threads that print many orders, or one that takes as long: no other order waits behind them. */
export const printMany = workerThreads<typeof printWorker>(WORKER, {
  threads: THREADS,
  mostWaiting: MOST_BATCHES_WAITING,
  patience: 2 * PATIENCE,
});

/**
 * Counts the batches of each merchant that are drawn or wait: no merchant alone makes the others wait
 * behind more of them, or fills what may wait. Throws `busy`.
 */
export const takeBatchPlace = placesUnderWay({ ofAMerchant: 2, error: () => new ApiError('busy') });
