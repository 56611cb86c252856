import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { addressKey } from './throttle-key.ts';
import { missLimits, type MissedAction } from './throttle-limits.ts';
import { findFullCount, takeSlots } from './throttle-queries.ts';

const secondsUntil = (moment: EpochMillis, now: EpochMillis) => Math.ceil((moment - now) / 1000);

/**
 * In how many seconds an address may ask again; undefined when it may now. It writes nothing: whoever
 * asks for what is there is not held up by others who do.
 */
export async function waitAfterMisses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<number | undefined> {
  const now = clock.now();
  const most = missLimits[action].address;
  const resetsAt = await findFullCount(db, { key: addressKey(action, address), most, now });
  return resetsAt && secondsUntil(resetsAt, now);
}

/** Counts that an address asked for what is not there. Says when to come back once that is too often. */
export async function countMiss(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<number | undefined> {
  const now = clock.now();
  const { address: most, span } = missLimits[action];
  const slot = { key: addressKey(action, address), most, endsAt: now + span };
  const [full] = await takeSlots(db, [slot], now);
  return full && secondsUntil(full.resetsAt, now);
}
