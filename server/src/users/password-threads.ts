import { Piscina } from 'piscina';
import { busy } from '../refusals.ts';
import type * as passwordWorker from './password-worker.ts';

const WORKER = new URL('./password-worker.ts', import.meta.url).href;

/** A thread that has had nothing to do for so many milliseconds ends, and is started again when needed. */
const IDLE_TIMEOUT = 60_000;

type Work = typeof passwordWorker;

/** How much is done at once, and how much may wait. */
interface ThreadLimits {
  threads: number;
  mostWaiting: number;
}

/** Does the work of password-worker.ts in threads. Raises `busy` when too much is waiting. */
type PasswordThreads = <Name extends keyof Work>(
  name: Name,
  task: Parameters<Work[Name]>[0],
) => Promise<ReturnType<Work[Name]>>;

/** Threads that are started when there is work, and that let the process end when there is none. */
export function passwordThreads({ threads, mostWaiting }: ThreadLimits): PasswordThreads {
  let pool: Piscina | undefined;
  return async <Name extends keyof Work>(name: Name, task: Parameters<Work[Name]>[0]) => {
    pool ??= new Piscina({
      filename: WORKER,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT,
      recordTiming: false,
    });
    if (pool.queueSize >= mostWaiting) throw busy();
    return (await pool.run(task, { name })) as ReturnType<Work[Name]>;
  };
}
