import { ApiError } from '../api-error.ts';

export interface TurnLimits {
  atOnce: number;
  mostWaiting: number;
  /** `atOnce` when absent. */
  atOnceOfAnOwner?: number;
  /** `mostWaiting` when absent. */
  mostWaitingOfAnOwner?: number;
  /** Milliseconds until `busy`; unlimited when absent. */
  patience?: number;
}

/** The signal cancels queued work. */
export interface Turn {
  owner?: string;
  signal?: AbortSignal | undefined;
}

/** Never begins work whose signal aborted. */
type TakeTurn = <Result>(work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

/** Queues beyond `atOnce`, round-robin by owner. Throws `busy`, or an aborted signal's reason. */
export function turns({
  atOnce,
  mostWaiting,
  atOnceOfAnOwner = atOnce,
  mostWaitingOfAnOwner = mostWaiting,
  patience,
}: TurnLimits): TakeTurn {
  /** The next owner comes first. */
  const waiting = new Map<string, Set<() => void>>();
  /** In all, and by owner. */
  let underWay = 0;
  const ofOwners = new Map<string, number>();

  const mayBegin = (owner: string) => (ofOwners.get(owner) ?? 0) < atOnceOfAnOwner;

  function count(owner: string, change: 1 | -1): void {
    underWay += change;
    const own = (ofOwners.get(owner) ?? 0) + change;
    if (own === 0) ofOwners.delete(owner);
    else ofOwners.set(owner, own);
  }

  function leaveQueue(owner: string, begin: () => void): void {
    const own = waiting.get(owner);
    own?.delete(begin);
    if (own?.size === 0) waiting.delete(owner);
  }

  function comeTo({ owner = '', signal }: Turn): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveFor = (reason: unknown) => {
      leaveQueue(owner, begin);
      settle();
      reject(reason);
    };
    const leave = () => leaveFor(signal?.reason);
    const impatient =
      patience === undefined
        ? undefined
        : setTimeout(() => leaveFor(new ApiError('busy', { retryAfter: 1 })), patience);
    const settle = () => {
      clearTimeout(impatient);
      signal?.removeEventListener('abort', leave);
    };
    const begin = () => {
      settle();
      resolve();
    };
    signal?.addEventListener('abort', leave);
    const own = waiting.get(owner);
    if (own) own.add(begin);
    else waiting.set(owner, new Set([begin]));
    return promise;
  }

  function handOver(from: string): void {
    count(from, -1);
    const found = waiting.entries().find(([owner]) => mayBegin(owner));
    if (!found) return;
    const [owner, own] = found;
    const [next] = own;
    waiting.delete(owner);
    if (next) own.delete(next);
    // Behind the other owners.
    if (own.size > 0) waiting.set(owner, own);
    count(owner, 1);
    next?.();
  }

  function isFull(owner: string): boolean {
    const all = waiting.values().reduce((sum, { size }) => sum + size, 0);
    return all >= mostWaiting || (waiting.get(owner)?.size ?? 0) >= mostWaitingOfAnOwner;
  }

  return async (work, turn = {}) => {
    const { owner = '', signal } = turn;
    signal?.throwIfAborted();
    if (underWay < atOnce && mayBegin(owner)) count(owner, 1);
    else if (isFull(owner)) throw new ApiError('busy');
    else await comeTo(turn);
    try {
      return await work();
    } finally {
      handOver(owner);
    }
  };
}
