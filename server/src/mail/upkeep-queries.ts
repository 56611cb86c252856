import type { EpochMillis } from '@portage/contract/time';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Deletes the mails of before a timestamp, whoever's they are. */
export async function deleteMailsBefore(db: Executor, timestamp: EpochMillis): Promise<void> {
  await db
    .deleteFrom('mails')
    .where(sql<boolean>`created_at < ${new Date(timestamp)}`)
    .execute();
}
