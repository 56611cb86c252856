import { availableParallelism } from 'node:os';
import { UNKNOWN_USER_HASH } from './password-cost.ts';
import { type WorkerThreads, workerThreads } from '../threads/worker-threads.ts';
import type * as passwordWorker from './password-worker.ts';

const WORKER = new URL('./password-worker.ts', import.meta.url);

/** Run password-worker.ts. */
export const passwordThreads = (
  limits: Parameters<typeof workerThreads>[1],
): WorkerThreads<typeof passwordWorker> => workerThreads(WORKER, limits);

/** One a core; each takes 64 MiB while it hashes. */
const THREADS = availableParallelism();

/** A hash takes 55 ms of a core: the last waits some three seconds. */
const MOST_WAITING = 50 * THREADS;

const inThreads = passwordThreads({ threads: THREADS, mostWaiting: MOST_WAITING });

/** Argon2id, off the main thread. Throws `busy`. */
export function hashPassword(password: string): Promise<string> {
  return inThreads('hashPassword', password);
}

/** Without a hash false, after as long. Throws `busy`. */
export async function isPasswordOf(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const hash = passwordHash ?? UNKNOWN_USER_HASH;
  const matches = await inThreads('verifyPassword', { hash, password });
  return passwordHash !== undefined && matches;
}
