import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Throttled } from './take-attempt.ts';
import { addressKey } from './throttle-key.ts';
import { missLimits, type MissedAction } from './throttle-limits.ts';
import { findFullCount, takeSlots } from './throttle-queries.ts';

/** The most addresses that a process remembers at once. */
const MOST_REMEMBERED = 10_000;

/**
 * Until when counts are full, by their database and key. Nothing gives misses back, so whoever has to
 * wait asks nothing of the database meanwhile.
 */
const fullUntil = new WeakMap<Database, Map<string, EpochMillis>>();

function remember(db: Database, key: Buffer, resetsAt: EpochMillis): void {
  const known = fullUntil.get(db);
  const counts = known && known.size < MOST_REMEMBERED ? known : new Map<string, EpochMillis>();
  fullUntil.set(db, counts.set(key.toString('base64'), resetsAt));
}

const secondsUntil = (timestamp: EpochMillis, now: EpochMillis) =>
  Math.ceil((timestamp - now) / 1000);

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
  const key = addressKey(action, address);
  const known = fullUntil.get(db)?.get(key.toString('base64')) ?? 0;
  if (known > now) return secondsUntil(known, now);
  const resetsAt = await findFullCount(db, { key, most, now });
  if (resetsAt === undefined) return undefined;
  remember(db, key, resetsAt);
  return secondsUntil(resetsAt, now);
}

/** Counts that an address asked for what is not there. Says when to come back once that was too often. */
export async function countMiss(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<Throttled | undefined> {
  const now = clock.now();
  const { address: most, span } = missLimits[action];
  const slot = { key: addressKey(action, address), most, endsAt: now + span };
  const [full] = await takeSlots(db, [slot], now);
  if (!full) return undefined;
  remember(db, slot.key, full.resetsAt);
  return { seconds: secondsUntil(full.resetsAt, now), isFirst: full.isFirst };
}
