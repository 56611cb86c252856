import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

export interface Slot {
  key: Buffer;
  most: number;
  endsAt: EpochMillis;
}

export interface FullCount {
  resetsAt: EpochMillis;
  /** The first attempt that finds it full. */
  isFirst: boolean;
}

/** Returns full counts. One past the limit tells the first rejection. Locks in key order. */
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

/** Undefined below the limit. */
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

/** One slot of some counts, all of others. */
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
