import { ApiError } from '../api-error.ts';

/** How much is done at once, and how much may wait for it. */
interface TurnLimits {
  atOnce: number;
  mostWaiting: number;
}

/** Does work when its turn comes. What waits when the signal is aborted is never begun. */
type TakeTurn = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Lets so much work be done at once; other work waits, and has its turn in the sequence in which it
 * came. Raises `busy` when too much is waiting, and the reason of a signal that was aborted before the
 * turn came; work that has begun is done to its end.
 */
export function turns({ atOnce, mostWaiting }: TurnLimits): TakeTurn {
  const waiting = new Set<() => void>();
  let underWay = 0;

  function turn(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(begin);
      reject(signal?.reason);
    };
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.addEventListener('abort', leave);
    waiting.add(begin);
    return promise;
  }

  /** Whoever is next takes the place over, so that nobody who comes meanwhile is first. */
  function handOver(): void {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else underWay -= 1;
  }

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (underWay < atOnce) underWay += 1;
    else if (waiting.size >= mostWaiting) throw new ApiError('busy');
    else await turn(signal);
    try {
      return await work();
    } finally {
      handOver();
    }
  };
}
