import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';

/** A count to raise, its limit, and its start if it begins now. */
export interface Slot {
  key: Buffer;
  most: number;
  endsAt: EpochMillis;
}

/** A count that is over its limit. */
export interface FullCount {
  resetsAt: EpochMillis;
  /** True for the first attempt that finds it so. */
  isFirst: boolean;
}

/**
 * Takes a slot of several counts at once, and gives those that are over their limit. A count goes one
 * past its limit, so that the first rejection is told from those that follow; these take nothing and
 * write nothing. The rows are locked in the order of their keys, so that attempts wait for each other
 * and never in a circle.
 */
export async function takeSlots(
  db: Executor,
  slots: readonly Slot[],
  now: EpochMillis,
): Promise<FullCount[]> {
  const present = timestamp(now);
  const keys = slots.map(({ key }) => key);
  const mosts = slots.map(({ most }) => most);
  const ends = slots.map(({ endsAt }) => new Date(endsAt));
  const { rows } = await sql<FullCount>`
    with wanted as (
      select * from unnest(${keys}::bytea[], ${mosts}::integer[], ${ends}::timestamptz[])
        as slot (key, most, ends_at)
    ),
    closed as (
      select resets_at from throttles join wanted using (key)
      where attempts > most and resets_at > ${present}
    ),
    taken as (
      insert into throttles as count (key, attempts, resets_at)
      select key, 1, ends_at from wanted where not exists (select from closed) order by key
      on conflict (key) do update set
        attempts = case when count.resets_at > ${present} then count.attempts + 1 else 1 end,
        resets_at = case when count.resets_at > ${present} then count.resets_at
          else excluded.resets_at end
      returning key, attempts, resets_at
    )
    select resets_at as "resetsAt", false as "isFirst" from closed
    union all
    select resets_at, attempts = most + 1 from taken join wanted using (key) where attempts > most
  `.execute(db);
  return rows;
}

/** Returns when a full count restarts; undefined for one below its limit. */
export async function findFullCount(
  db: Executor,
  { key, most, now }: { key: Buffer; most: number; now: EpochMillis },
): Promise<EpochMillis | undefined> {
  const row = await db
    .selectFrom('throttles')
    .select('resets_at')
    .where('key', '=', key)
    .where('attempts', '>', most)
    .where('resets_at', '>', timestamp(now))
    .executeTakeFirst();
  return row?.resets_at;
}

/** Gives one slot back to each of some counts, and all of them to others. */
export async function giveSlotsBack(
  db: Executor,
  { one, all }: { one: readonly Buffer[]; all: readonly Buffer[] },
): Promise<void> {
  await sql`
    with counts as (
      select key from throttles where key = any(${[...one, ...all]}::bytea[]) order by key for update
    )
    update throttles set
      attempts = case when throttles.key = any(${all}::bytea[]) then 0
        else greatest(attempts - 1, 0) end
    from counts where throttles.key = counts.key`.execute(db);
}
