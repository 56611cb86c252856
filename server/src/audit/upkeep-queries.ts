import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Forgets the security events before a timestamp. */
export async function deleteSecurityEventsBefore(
  db: Executor,
  timestamp: EpochMillis,
): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where(sql<boolean>`at < ${new Date(timestamp)}`)
    .execute();
}
