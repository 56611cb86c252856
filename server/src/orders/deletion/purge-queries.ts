import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';
import { timestamp } from '../../db/timestamp.ts';
import { anyOf } from '../order-search.ts';

/** Takes up to `most` orders of the merchant that were deleted before a timestamp out of the deleted ones. */
export async function deleteOrdersDeletedBefore(
  trx: Executor,
  merchantId: string,
  { before, most }: { before: EpochMillis; most: number },
): Promise<string[]> {
  const some = trx
    .selectFrom('deleted_orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', '<', timestamp(before))
    .limit(most);
  const rows = await trx
    .deleteFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', some)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes what is kept beside orders of the merchant: their edits, where their tracking numbers lead, and
 * their photos, of which it gives the ids.
 */
export async function deleteTracesOfOrders(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<{ orderId: string; photoId: string }[]> {
  await trx
    .deleteFrom('order_edits')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .execute();
  await trx
    .deleteFrom('tracking_numbers')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .execute();
  return trx
    .deleteFrom('order_photos')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', anyOf(ids))
    .returning(['order_id as orderId', sql<string>`id`.as('photoId')])
    .execute();
}
