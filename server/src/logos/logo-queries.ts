import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

/** Null for an unusable logo. */
export interface KnownLogo {
  fetchedAt: EpochMillis;
  /** As `drawLogo` made it. */
  picture: Buffer | null;
}

/** Shared by all merchants that name the address. */
export function findKnownLogo(db: Executor, url: string): Promise<KnownLogo | undefined> {
  return db
    .selectFrom('logos')
    .select(['fetched_at as fetchedAt', 'picture'])
    .where('url', '=', url)
    .executeTakeFirst();
}

export async function upsertLogo(
  db: Executor,
  { url, fetchedAt, picture }: { url: string; fetchedAt: EpochMillis; picture: Buffer },
): Promise<void> {
  const logo = { fetched_at: new Date(fetchedAt), picture };
  await db
    .insertInto('logos')
    .values({ url, ...logo })
    .onConflict((conflict) => conflict.column('url').doUpdateSet(logo))
    .execute();
}

/** Keeps an earlier logo, as fetched at `keptSince`, which decides the next attempt. */
export async function upsertMissingLogo(
  db: Executor,
  { url, triedAt, keptSince }: { url: string; triedAt: EpochMillis; keptSince: EpochMillis },
): Promise<void> {
  await db
    .insertInto('logos')
    .values({ url, fetched_at: new Date(triedAt), picture: null })
    .onConflict((conflict) =>
      conflict.column('url').doUpdateSet({
        fetched_at: sql`
          case when logos.picture is null then excluded.fetched_at else ${timestamp(keptSince)} end`,
      }),
    )
    .execute();
}
