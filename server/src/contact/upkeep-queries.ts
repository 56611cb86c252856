import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Deletes the contact requests from before a timestamp. */
export async function deleteContactRequestsBefore(
  db: Executor,
  timestamp: EpochMillis,
): Promise<void> {
  await db
    .deleteFrom('contact_requests')
    .where(sql<boolean>`created_at < ${new Date(timestamp)}`)
    .execute();
}
