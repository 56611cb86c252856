import type { Deps } from '../deps.ts';
import { accountKey, addressKey, type Attempt } from './throttle-key.ts';
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
 * Counts an attempt before it is made, for its account and its address, so that attempts at the same
 * moment do not share the last one. Says when to come back if there have been too many.
 */
export async function takeAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: ThrottledAction,
  { account, address }: Attempt,
): Promise<Throttled | undefined> {
  const now = clock.now();
  const limit = throttleLimits[action];
  const endsAt = now + limit.span;
  const full = await takeSlots(
    db,
    [
      { key: accountKey(action, account), most: limit.account, endsAt },
      { key: addressKey(action, address), most: limit.address, endsAt },
    ],
    now,
  );
  if (full.length === 0) return undefined;
  const resetsAt = Math.max(...full.map((count) => count.resetsAt));
  return {
    seconds: Math.ceil((resetsAt - now) / 1000),
    isFirst: full.some((count) => count.isFirst),
  };
}
