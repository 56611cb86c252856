import { availableParallelism } from 'node:os';
import { ApiError } from '../api-error.ts';
import { turns } from '../threads/take-turns.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import { placesUnderWay } from '../throttle/places-under-way.ts';
import type * as printWorker from './print-worker.ts';

const WORKER = new URL('./print-worker.ts', import.meta.url);

const CORES = availableParallelism();

/** Leaves a core to the rest of the server. */
const THREADS = Math.max(1, CORES - 1);

/** An order takes some ms of a core, 99 packages 100. */
const MOST_ORDERS_WAITING = 100 * CORES;

/** The portal sends five at a time. */
const MOST_ORDERS_WAITING_OF_A_MERCHANT = MOST_ORDERS_WAITING / 2;

/** A batch takes about a second. */
const MOST_BATCHES_WAITING = 8;

/** Milliseconds for a turn, and again for a thread: an answer within two seconds. */
const PATIENCE = 1000;

/** One per core: eight would print a sixth sooner but slow other calls by a third. */
export const takePrintTurn = turns({
  atOnce: CORES + 1,
  atOnceOfAnOwner: CORES,
  mostWaiting: MOST_ORDERS_WAITING,
  mostWaitingOfAnOwner: MOST_ORDERS_WAITING_OF_A_MERCHANT,
  patience: PATIENCE,
});

/** One thread stays: others would give up while it starts. */
export const printOne = workerThreads<typeof printWorker>(WORKER, {
  threads: THREADS,
  mostWaiting: MOST_ORDERS_WAITING,
  patience: PATIENCE,
  kept: 1,
});

export const startPrintThread = () => printOne('start', undefined);

/** Keeps batches from delaying single orders. */
export const printMany = workerThreads<typeof printWorker>(WORKER, {
  threads: THREADS,
  mostWaiting: MOST_BATCHES_WAITING,
  patience: 2 * PATIENCE,
});

/** Keeps one merchant from filling the queue. Throws `busy`. */
export const takeBatchPlace = placesUnderWay({ ofAMerchant: 2, error: () => new ApiError('busy') });
