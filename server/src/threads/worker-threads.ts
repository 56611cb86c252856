import { Piscina } from 'piscina';
import { busy } from '../refusals.ts';

/** A thread that has had nothing to do for so many milliseconds ends, and is started again when needed. */
const IDLE_TIMEOUT = 60_000;

/** The functions of a file that runs in threads: each takes one task. */
type Work = Readonly<Record<string, (task: never) => unknown>>;

/** How much is done at once, and how much may wait. */
interface ThreadLimits {
  threads: number;
  mostWaiting: number;
  /** How many threads stay once they have started, where starting one takes too long; none if absent. */
  kept?: number;
}

type TaskOf<W extends Work, Name extends keyof W> = Parameters<W[Name]>[0];
type ResultOf<W extends Work, Name extends keyof W> = Awaited<ReturnType<W[Name]>>;

/** Does the work of a file in threads. Raises `busy` when too much is waiting. */
export type WorkerThreads<W extends Work> = <Name extends keyof W & string>(
  name: Name,
  task: TaskOf<W, Name>,
) => Promise<ResultOf<W, Name>>;

/**
 * Threads for the work of a file (`W` is its type). They are started when there is work, and let the
 * process end when there is none.
 */
export function workerThreads<W extends Work>(
  file: URL,
  { threads, mostWaiting, kept = 0 }: ThreadLimits,
): WorkerThreads<W> {
  let pool: Piscina | undefined;
  return async <Name extends keyof W & string>(
    name: Name,
    task: TaskOf<W, Name>,
  ): Promise<ResultOf<W, Name>> => {
    pool ??= new Piscina({
      filename: file.href,
      minThreads: kept,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT,
      recordTiming: false,
    });
    if (pool.queueSize >= mostWaiting) throw busy();
    return (await pool.run(task, { name })) as ResultOf<W, Name>;
  };
}
