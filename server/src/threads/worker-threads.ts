import { Piscina } from 'piscina';
import { turns } from './take-turns.ts';

/** A thread that has had nothing to do for so many milliseconds ends, and is started again when needed. */
const IDLE_TIMEOUT = 60_000;

/** The functions of a file that runs in threads: each takes one task. */
type Work = Readonly<Record<string, (task: never) => unknown>>;

/** How much is done at once, and how much may wait. */
interface ThreadLimits {
  threads: number;
  mostWaiting: number;
  /** How long a task waits before it is refused as busy, in milliseconds; for ever when absent. */
  patience?: number;
  /** How many threads stay once they have started, where starting one takes too long; none if absent. */
  kept?: number;
}

type TaskOf<W extends Work, Name extends keyof W> = Parameters<W[Name]>[0];
type ResultOf<W extends Work, Name extends keyof W> = Awaited<ReturnType<W[Name]>>;

/**
 * Does the work of a file in threads. Throws `busy` when too much is waiting, and the reason of a
 * signal that was aborted while the task waited: it is not done then.
 */
export type WorkerThreads<W extends Work> = <Name extends keyof W & string>(
  name: Name,
  task: TaskOf<W, Name>,
  signal?: AbortSignal,
) => Promise<ResultOf<W, Name>>;

/**
 * Threads for the work of a file (`W` is its type). They are started when there is work, and let the
 * process end when there is none.
 */
export function workerThreads<W extends Work>(
  file: URL,
  { threads, kept = 0, ...waiting }: ThreadLimits,
): WorkerThreads<W> {
  // Piscina's own queue would end the thread of what runs when its signal is aborted, and then stand
  // still: what waits has no thread and is given none.
  const takeTurn = turns({ atOnce: threads, ...waiting });
  let pool: Piscina | undefined;
  return <Name extends keyof W & string>(name: Name, task: TaskOf<W, Name>, signal?: AbortSignal) =>
    takeTurn(
      async (): Promise<ResultOf<W, Name>> => {
        pool ??= new Piscina({
          filename: file.href,
          minThreads: kept,
          maxThreads: threads,
          idleTimeout: IDLE_TIMEOUT,
          recordTiming: false,
        });
        return (await pool.run(task, { name })) as ResultOf<W, Name>;
      },
      { signal },
    );
}
