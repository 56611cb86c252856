import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Deletes the logos that were last fetched before a timestamp. */
export async function deleteLogosFetchedBefore(
  db: Executor,
  timestamp: EpochMillis,
): Promise<void> {
  await db
    .deleteFrom('logos')
    .where(sql<boolean>`fetched_at < ${new Date(timestamp)}`)
    .execute();
}
