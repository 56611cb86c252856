import { setTimeout as wait } from 'node:timers/promises';

/** How full the platform says the bucket of a shop is. */
interface BucketStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  /** Points a second. */
  restoreRate: number;
}

/** The points that calls to a shop may cost, as the platform counts them. */
export interface Bucket {
  /** Waits until the points are there, first come first served, and takes them. */
  take(points: number): Promise<void>;
  /** Ends a call that took the points, with what the platform says is left, if it said so. */
  settle(points: number, status: BucketStatus | undefined): void;
}

/** What the platform gives a shop of the basic plan. */
const BASIC: BucketStatus = {
  maximumAvailable: 2000,
  currentlyAvailable: 2000,
  restoreRate: 100,
};

/**
 * A bucket that fills by itself. It is only an estimate, since other programs spend the same points:
 * what the platform says counts, less what calls under way have taken.
 */
export function openBucket(now: () => number = Date.now): Bucket {
  let status = BASIC;
  let available = status.currentlyAvailable;
  let countedAt = now();
  // Points of calls that the platform has not counted yet.
  let underWay = 0;
  let turn: Promise<void> = Promise.resolve();

  function refill(): void {
    const at = now();
    const restored = ((at - countedAt) / 1000) * status.restoreRate;
    available = Math.min(status.maximumAvailable, available + restored);
    countedAt = at;
  }

  async function takeTurn(points: number): Promise<void> {
    refill();
    const needed = Math.min(points, status.maximumAvailable);
    while (available < needed) {
      await wait(Math.ceil(((needed - available) / status.restoreRate) * 1000));
      refill();
    }
    available -= needed;
    underWay += points;
  }

  return {
    take(points) {
      turn = turn.then(() => takeTurn(points));
      return turn;
    },
    settle(points, next) {
      underWay -= points;
      if (!next) return;
      refill();
      status = next;
      available = next.currentlyAvailable - underWay;
    },
  };
}
