import type { EpochMillis } from '@portage/contract/time';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Deletes for good the recipients that were deleted before a time, whoever's they are. */
export async function purgeAddressesDeletedBefore(db: Executor, at: EpochMillis): Promise<void> {
  await db
    .deleteFrom('saved_addresses')
    .where(sql<boolean>`deleted_at < ${new Date(at)}`)
    .execute();
}
