import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Forgets the answers given before a timestamp, whoever's they are. */
export async function deleteIdempotentAnswersBefore(
  db: Executor,
  timestamp: number,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < ${new Date(timestamp)}`)
    .execute();
}
