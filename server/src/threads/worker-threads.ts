import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { type Turn, turns, type TurnLimits } from './take-turns.ts';

/** Milliseconds. */
const IDLE_TIMEOUT = 60_000;

/** Functions of a file, each taking one task. */
type Work = Readonly<Record<string, (task: never) => unknown>>;

interface ThreadLimits extends Omit<TurnLimits, 'atOnce'> {
  threads: number;
  /** Threads that never end, where starting is slow; none when absent. */
  kept?: number;
}

type TaskOf<W extends Work, Name extends keyof W> = Parameters<W[Name]>[0];
type ResultOf<W extends Work, Name extends keyof W> = Unwrapped<Awaited<ReturnType<W[Name]>>>;

/** A result with memory that moves to the caller's thread. */
interface HandedOver<Value extends object> {
  readonly [transferableSymbol]: readonly ArrayBuffer[];
  readonly [valueSymbol]: Value;
}

type Unwrapped<Result> = Result extends HandedOver<infer Value> ? Value : Result;

/** Wraps a thread's result, so that `memory` in it moves rather than being copied. */
export function handOver<Value extends object>(
  value: Value,
  memory: readonly ArrayBuffer[],
): HandedOver<Value> {
  const result = { [transferableSymbol]: memory, [valueSymbol]: value };
  move(result);
  return result;
}

/**
 * Throws `busy`, or the reason of a signal that aborted a queued task. `transfer` is memory of the
 * task that moves to its thread.
 */
export type WorkerThreads<W extends Work> = <Name extends keyof W & string>(
  name: Name,
  task: TaskOf<W, Name>,
  turn?: Turn,
  transfer?: readonly ArrayBuffer[],
) => Promise<ResultOf<W, Name>>;

/** `W` is the file's type. Threads start with work, and do not keep the process alive. */
export function workerThreads<W extends Work>(
  file: URL,
  { threads, kept = 0, ...waiting }: ThreadLimits,
): WorkerThreads<W> {
  // Piscina would end the thread of an aborted task and stall; queued tasks here have no thread.
  const takeTurn = turns({ atOnce: threads, ...waiting });
  let pool: Piscina | undefined;
  return <Name extends keyof W & string>(
    name: Name,
    task: TaskOf<W, Name>,
    turn?: Turn,
    transfer: readonly ArrayBuffer[] = [],
  ) =>
    takeTurn(async (): Promise<ResultOf<W, Name>> => {
      pool ??= new Piscina({
        filename: file.href,
        minThreads: kept,
        maxThreads: threads,
        idleTimeout: IDLE_TIMEOUT,
        recordTiming: false,
      });
      return (await pool.run(task, { name, transferList: [...transfer] })) as ResultOf<W, Name>;
    }, turn);
}
