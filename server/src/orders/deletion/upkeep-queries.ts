import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';

/**
 * Deletes for good some of the orders that were deleted before a moment, whoever's they are, with
 * what was kept of their edits and where their tracking numbers led; tells how many.
 */
export async function purgeOrdersDeletedBefore(
  db: Executor,
  moment: EpochMillis,
  { most }: { most: number },
): Promise<number> {
  const some = db
    .selectFrom('deleted_orders')
    .select(['merchant_id', 'id'])
    .where(sql<boolean>`deleted_at < ${new Date(moment)}`)
    .limit(most);
  const { rows } = await sql<{ purged: number }>`
    with purged as (
      delete from deleted_orders where (merchant_id, id) in (${some}) returning merchant_id, id
    ), numbers as (
      delete from tracking_numbers where order_id in (select id from purged)
    ), edits as (
      delete from order_edits where (merchant_id, order_id) in (select merchant_id, id from purged)
    )
    select count(*)::integer as purged from purged`.execute(db);
  return rows[0]?.purged ?? 0;
}
