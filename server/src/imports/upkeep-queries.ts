import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';

/** Lists imports received before one timestamp, or broken off before another. */
export function listOldImports(
  db: Database,
  { before, brokenOffBefore }: { before: EpochMillis; brokenOffBefore: EpochMillis },
) {
  return db
    .selectFrom('imports')
    .select(['merchant_id as merchantId', 'id', 'state'])
    .where(
      sql<boolean>`created_at < ${timestamp(before)}
        or (state = 'ARRIVING' and created_at < ${timestamp(brokenOffBefore)})`,
    )
    .limit(1000)
    .execute();
}
