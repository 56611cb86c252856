import type { Deps } from '../deps.ts';
import { type Attempt, countsOf } from './throttle-key.ts';
import { throttleLimits, type ThrottledAction } from './throttle-limits.ts';
import { takeSlots } from './throttle-queries.ts';

/** Why an attempt may not be made. */
export interface Throttled {
  /** In how many seconds it may be. */
  seconds: number;
  /** True for the first attempt that is refused since the last one that was not. */
  isFirst: boolean;
}

/**
 * Counts an attempt before it is made, for its account, its address and both together, or for the device
 * that is known to the account, so that attempts at the same moment do not share the last one. Says when to come back if there have been too many.
 */
export async function takeAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<Throttled | undefined> {
  const now = clock.now();
  const endsAt = now + throttleLimits[action].span;
  const slots = countsOf(action, attempt).map(({ key, most }) => ({ key, most, endsAt }));
  const full = await takeSlots(db, slots, now);
  if (full.length === 0) return undefined;
  const resetsAt = Math.max(...full.map((count) => count.resetsAt));
  return {
    seconds: Math.ceil((resetsAt - now) / 1000),
    isFirst: full.some((count) => count.isFirst),
  };
}
