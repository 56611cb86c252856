import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';

/**
 * Deletes for good some of the orders that were deleted before a moment, whoever's they are, with
 * what was kept of their edits, where their tracking numbers led, and their photos, whose pictures
 * jobs delete afterwards; tells how many.
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
    ), photos as (
      delete from order_photos where (merchant_id, order_id) in (select merchant_id, id from purged)
      returning merchant_id, order_id, id
    ), jobs as (
      select graphile_worker.add_job(
        'delete-stray-picture',
        json_build_object('merchantId', merchant_id, 'orderId', order_id, 'photoId', id)
      ) from photos
    )
    select count(*)::integer as purged, (select count(*) from jobs) from purged`.execute(db);
  return rows[0]?.purged ?? 0;
}
