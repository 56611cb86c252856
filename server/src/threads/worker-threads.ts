import { Piscina } from 'piscina';
import { turns } from './take-turns.ts';

/** Milliseconds before an idle thread ends. */
const IDLE_TIMEOUT = 60_000;

/** The functions of a file that runs in threads: each takes one task. */
type Work = Readonly<Record<string, (task: never) => unknown>>;

/** Bounds of running and queued tasks. */
interface ThreadLimits {
  threads: number;
  mostWaiting: number;
  /** Milliseconds before a queued task is refused as busy; unlimited when absent. */
  patience?: number;
  /** Threads that never end once started, where starting takes long; none when absent. */
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
