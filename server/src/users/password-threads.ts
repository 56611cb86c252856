import { type WorkerThreads, workerThreads } from '../threads/worker-threads.ts';
import type * as passwordWorker from './password-worker.ts';

const WORKER = new URL('./password-worker.ts', import.meta.url);

/** Threads that do the work of password-worker.ts. */
export const passwordThreads = (
  limits: Parameters<typeof workerThreads>[1],
): WorkerThreads<typeof passwordWorker> => workerThreads(WORKER, limits);
