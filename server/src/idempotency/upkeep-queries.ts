import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Forgets the answers given before a moment, whoever's they are. */
export async function deleteIdempotentAnswersBefore(db: Executor, moment: number): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < ${new Date(moment)}`)
    .execute();
}
