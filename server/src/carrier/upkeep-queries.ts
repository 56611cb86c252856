import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Forgets some of the events that were received before a timestamp, whosever orders; tells how many. */
export async function deleteCarrierEventsBefore(
  db: Executor,
  timestamp: EpochMillis,
  { most }: { most: number },
): Promise<number> {
  const some = db
    .selectFrom('carrier_events')
    .select(['merchant_id', 'event_id'])
    .where(sql<boolean>`received_at < ${new Date(timestamp)}`)
    .limit(most);
  const { numAffectedRows = 0n } = await sql`
    delete from carrier_events where (merchant_id, event_id) in (${some})`.execute(db);
  return Number(numAffectedRows);
}
